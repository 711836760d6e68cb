//! Tells the linker of macOS that the interpreter provides what is missing; other systems need no word.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
