//! Rows files and results of the laboratory.

use crate::bytes::Bytes;
use std::path::PathBuf;
use talon_lab::rows::{Format, Head, Row, key};
use talon_lab::{Deals, Results, html, merge, plots, report, tally, text};

pub const WORDS: &[&str] = &[
    "# talon lab: 1\n",
    "# game: ",
    "# deals: 1..3\n",
    "# shard: 1/2\n",
    "# rules: {}\n",
    "# players: ",
    "deal,player,",
    "won,points,cards_up,moves,deals,face_down,first_empty,end\n",
    "won",
    "stuck",
    "1,greedy,1,0,52,100,3,0,31,won\n",
    "{\"talon lab\":\"1\",",
    "\"columns\":",
    "rate,",
    "pair,",
    "NaN",
    "inf",
    "..=",
    "/",
];

/// What is read as a head, a row or results is written so that it reads back as the same, and a report of any
/// file is either refused or can be printed.
pub fn run(input: &[u8]) {
    let mut bytes = Bytes::new(input);
    let format = [Format::Csv, Format::JsonLines][bytes.below(2)];
    let file = bytes.text();
    if let Some((head, length)) = Head::read(file.lines(), format) {
        assert!(length <= file.lines().count());
        let written = head.write(format);
        if let Some((again, _)) = Head::read(written.lines(), format) {
            assert_eq!(again.columns, head.columns);
        }
    }
    for line in file.lines().take(50) {
        let _ = (key(line, format), Deals::read(line).and_then(|deals| deals.shard("1/2")));
        if let Some(row) = Row::read(line, format) {
            let mut written = String::new();
            Row::write(&mut written, format, row.deal, &row.player, &row.game);
            assert_eq!(Row::read(written.trim_end_matches('\n'), format), Some(row), "{line:?}");
        }
    }
    tally(&file, &mut [0; 3]);
    if let Ok(results) = Results::read(&file) {
        let _ = results.page();
        assert!(Results::read(&results.write()).is_ok(), "results are not read back: {file:?}");
    }
    let ending = if format == Format::Csv { "csv" } else { "jsonl" };
    let path = folder().join(format!("rows.{ending}"));
    let out = folder().join(format!("merged.{ending}"));
    std::fs::write(&path, bytes.rest()).expect("a temporary file can be written");
    if let Ok(summary) = report(std::slice::from_ref(&path)) {
        let _ = (text(&summary), html(&summary), plots(&summary));
    }
    if merge(&[path], &out).is_ok() {
        std::fs::remove_file(&out).expect("it was just written");
    }
}

/// A folder of this process for temporary files.
fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("talon-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    folder
}
