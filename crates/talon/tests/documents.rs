//! The table of the requirements (`docs/documents.md`): every row is complete, and every test that it names exists.
//! Below it are some requirements that concern the program as a whole.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use support::talon;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}

/// A row of a table: where it stands in the page, and its cells.
struct Row {
    at: usize,
    cells: Vec<String>,
}

/// Returns the rows of the page that are about a requirement: they begin with a line number of the document.
fn rows(page: &str) -> Vec<Row> {
    let rows = page.lines().enumerate().filter_map(|(i, line)| {
        let cells: Vec<String> = line.strip_prefix("| ")?.split('|').map(|cell| cell.trim().into()).collect();
        cells[0].starts_with(|c: char| c.is_ascii_digit()).then_some(Row { at: i + 1, cells })
    });
    rows.collect()
}

/// Returns what stands between back quotes.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Returns `true` if a source has a test of this name: a function with `#[test]`, or a test of the browser whose
/// name is a string or a template.
fn has_test(file: &str, source: &str, name: &str) -> bool {
    if file.ends_with(".mjs") {
        return [format!("'{name}'"), format!("`{name}`")].iter().any(|text| source.contains(text));
    }
    let head = format!("fn {name}(");
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let attributes = |at: usize| lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
    (0..lines.len()).any(|i| lines[i].starts_with(&head) && attributes(i).any(|line| *line == "#[test]"))
}

#[test]
fn every_requirement_has_its_way_and_a_test_that_exists() {
    let page = std::fs::read_to_string(root().join("docs/documents.md")).unwrap();
    // The page names the folders of tests once, as in "`tui` is `crates/tui/tests`".
    let folders: BTreeMap<&str, &str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("- `")?.strip_suffix('`')?.split_once("` is `"))
        .collect();
    let mut sources: BTreeMap<String, String> = BTreeMap::new();
    let rows = rows(&page);
    assert!(rows.len() >= 88, "only {} requirements are listed", rows.len());
    assert!(page.contains(&format!("{} requirements", rows.len())), "the page counts {} rows", rows.len());
    for Row { at, cells } in &rows {
        let [_, requirement, way, tests, end] = &cells[..] else {
            panic!("documents.md:{at}: a row has four cells, and no cell contains a bar")
        };
        assert!(
            !requirement.is_empty() && !way.is_empty() && end.is_empty(),
            "documents.md:{at}: an empty cell"
        );
        assert!(quoted(tests).count() > 0, "documents.md:{at}: no test");
        for test in quoted(tests) {
            let (file, name) = test.split_once(": ").unwrap_or_else(|| panic!("documents.md:{at}: {test}"));
            let (folder, rest) = file.split_once('/').unwrap_or((file, ""));
            let folder =
                folders.get(folder).unwrap_or_else(|| panic!("documents.md:{at}: no folder {folder}"));
            let path = format!("{folder}/{rest}");
            let source = sources.entry(path.clone()).or_insert_with(|| {
                std::fs::read_to_string(root().join(&path))
                    .unwrap_or_else(|error| panic!("documents.md:{at}: {path}: {error}"))
            });
            assert!(has_test(&path, source, name), "documents.md:{at}: {path} has no test \"{name}\"");
        }
    }
}

#[test]
fn a_name_is_found_only_where_a_test_has_it() {
    let source = "#[test]\n#[ignore]\nfn one() {}\nfn helper() {}\n";
    assert!(has_test("a.rs", source, "one"));
    assert!(!has_test("a.rs", source, "helper") && !has_test("a.rs", source, "on"));
    let source = "onTable('a click selects', () => {});\n`${game} can be won`";
    assert!(has_test("a.mjs", source, "a click selects") && has_test("a.mjs", source, "${game} can be won"));
    assert!(!has_test("a.mjs", source, "a click"));
}

/// "Generates a new game from a random seed": without a number, every game is another deal.
#[test]
fn a_new_game_is_another_deal() {
    for game in ["canfield", "spider", "klondike"] {
        let said = talon(&["play", game, "--text"], "new\nrestart\nnew\nnew\nq\n");
        let deals: BTreeSet<&str> = said
            .out
            .lines()
            .filter_map(|line| line.split_once(", deal ")?.1.split([',', '.']).next())
            .collect();
        // There are a million numbers, so two of four may be equal once in a long time.
        assert!(deals.len() >= 3, "{game}: {deals:?}\n{}", said.out);
    }
}

/// Document 001: the listing has the cards to come above those of the waste once they are known, those that can be
/// played in the rightmost column, and the available card in brackets.
#[test]
fn the_listing_of_the_deck_shows_what_comes_in_the_next_pass() {
    let pass = "d\n".repeat(11);
    let said =
        talon(&["play", "canfield-pipkin", "--text", "--deal", "7"], format!("auto off\n{pass}c\nd\nc\nq\n"));
    let listings: Vec<&str> = said.out.split("> To come").skip(1).collect();
    assert!(listings.len() == 1, "the stock was empty at the first one: {}", said.out);
    let (coming, waste) = listings[0].split_once("Waste, from the bottom").unwrap();
    let rows = |text: &str| -> Vec<Vec<String>> {
        let rows = text.lines().skip(1).take_while(|line| line.starts_with("  "));
        rows.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
    };
    let (coming, waste) = (rows(coming), rows(waste));
    assert!(coming.len() > 8 && coming.iter().all(|row| row.iter().all(|card| !card.contains(['x', '[']))));
    let [available] = &waste[..] else { panic!("{waste:?}") };
    assert!(available.last().is_some_and(|card| card.starts_with('[')), "{available:?}");
    // The next draw brings the rightmost card of the next row.
    let said =
        talon(&["play", "canfield-pipkin", "--text", "--deal", "7"], format!("auto off\n{pass}d\nd\nq\n"));
    let top = said.out.lines().rfind(|line| line.starts_with("waste:")).unwrap();
    let (top, _) = top.split_once(" (").unwrap();
    assert_eq!(top.split_whitespace().last(), coming[0].last().map(String::as_str), "{}", said.out);
}
