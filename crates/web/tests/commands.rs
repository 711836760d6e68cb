//! The page's list of commands is the registry's.

#[test]
fn the_page_has_the_commands_of_the_registry() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/page/commands.js");
    let module = talon_session::registry::page_module();
    if std::env::var_os("TALON_BLESS").is_some() {
        std::fs::write(path, &module).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(written, module, "`cargo xtask bless` writes {path}");
}
