//! Every target over its corpus and over mutations of it, always the same ones.
//!
//! The long form is `cargo xtask fuzz`.

use std::path::{Path, PathBuf};
use talon_fuzz::{Failure, Mutator, Runner, TARGETS, find};

/// Mutations of each target: as many as take about a second.
const MUTATIONS: &[(&str, usize)] = &[
    ("cards", 20_000),
    ("import", 2000),
    ("toml", 1500),
    ("set", 1000),
    ("save", 1500),
    ("rows", 1500),
    ("protocol", 500),
    ("text", 300),
    ("store", 100),
    ("commands", 300),
];

fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
}

fn fail(target: &str, from: &str, failure: &Failure) -> ! {
    let Failure { input, problem } = failure;
    let text = String::from_utf8_lossy(input);
    // The runner has silenced panics, but the test harness prints what a failed test has written.
    eprintln!("{target}, {from}: {problem}\n{text:?}\n{input:?}");
    panic!("{problem}");
}

#[test]
fn no_input_breaks_an_invariant() {
    for target in TARGETS {
        let corpus = corpus(target.name);
        assert!(corpus.len() >= 3, "{} has no corpus", target.name);
        let mut runner = Runner::new(target);
        for (path, input) in &corpus {
            if let Err(failure) = runner.run(input) {
                fail(target.name, &path.display().to_string(), &failure);
            }
        }
        let inputs: Vec<Vec<u8>> = corpus.into_iter().map(|(_, input)| input).collect();
        let mut mutator = Mutator::new(&inputs, target.words, 1);
        let (_, mutations) = MUTATIONS.iter().find(|(name, _)| *name == target.name).unwrap();
        let mut input = Vec::new();
        for number in 0..*mutations {
            mutator.next_into(&mut input);
            if let Err(failure) = runner.run(&input) {
                let failure = runner.shrink(failure);
                fail(target.name, &format!("mutation {number}"), &failure);
            }
        }
    }
}

#[test]
fn a_broken_invariant_is_noticed_and_made_small() {
    static FAULTY: talon_fuzz::Target = talon_fuzz::Target {
        name: "faulty",
        about: "fails on inputs with the letter x",
        words: &["x"],
        run: |input| assert!(!input.contains(&b'x'), "an x"),
    };
    let mut runner = Runner::new(&FAULTY);
    assert!(runner.run(b"abc").is_ok());
    let failure = runner.run(b"a long text with an x in it").unwrap_err();
    assert!(failure.problem.contains("an x"), "{}", failure.problem);
    assert_eq!(runner.shrink(failure).input, b"x");
}

#[test]
fn the_corpus_is_small() {
    let bytes: usize =
        TARGETS.iter().flat_map(|target| corpus(target.name)).map(|(_, input)| input.len()).sum();
    assert!(bytes < 1 << 20, "{bytes} bytes");
    assert!(find("nothing").is_none());
}
