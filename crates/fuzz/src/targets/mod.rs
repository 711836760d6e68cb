//! The targets.

mod cards;
mod commands;
mod import;
mod own_rules;
mod protocol;
mod rows;
mod save;
mod store;
mod text;

/// Something that reads bytes from outside.
#[derive(Debug)]
pub struct Target {
    /// The name on the command line; also the folder of its corpus.
    pub name: &'static str,
    /// What is read.
    pub about: &'static str,
    /// Words of its language, for mutations.
    pub words: &'static [&'static str],
    /// Reads an input; panics if an invariant is broken.
    pub run: fn(&[u8]),
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target { name: "cards", about: "card notation", words: cards::WORDS, run: cards::run },
    Target {
        name: "import",
        about: "deals and positions of other programs, lists, names of deals",
        words: import::WORDS,
        run: import::run,
    },
    Target {
        name: "toml",
        about: "rules files, and short searches and games by them",
        words: own_rules::TOML_WORDS,
        run: own_rules::toml,
    },
    Target {
        name: "set",
        about: "settings of single rules",
        words: own_rules::SET_WORDS,
        run: own_rules::set,
    },
    Target { name: "save", about: "saved games", words: save::WORDS, run: save::run },
    Target {
        name: "rows",
        about: "rows files and results of the laboratory",
        words: rows::WORDS,
        run: rows::run,
    },
    Target {
        name: "protocol",
        about: "JSON requests of the page",
        words: protocol::WORDS,
        run: protocol::run,
    },
    Target { name: "text", about: "plain text play and the dialects", words: text::WORDS, run: text::run },
    Target {
        name: "store",
        about: "exports that are imported into the books",
        words: store::WORDS,
        run: store::run,
    },
    Target { name: "commands", about: "commands to a session, in all games", words: &[], run: commands::run },
];

/// The target of this name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
