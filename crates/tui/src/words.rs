//! Small pieces of text that several parts of the screen use.

pub use talon_session::as_sentence as sentence;
use talon_session::{Day, Stamp};

/// Names the help a game was played with.
pub fn help(stamp: Stamp) -> &'static str {
    match stamp {
        Stamp::Pure => "none",
        Stamp::FairHints => "fair hints",
        Stamp::Oracle => "oracle",
    }
}

/// Says which help a game was played with.
pub fn help_words(stamp: Stamp) -> &'static str {
    match stamp {
        Stamp::Pure => "without help",
        Stamp::FairHints => "with fair hints",
        Stamp::Oracle => "with the oracle",
    }
}

/// Returns a duration as a clock shows it.
pub fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// Returns a streak, positive for wins and negative for losses, and the longest one of wins.
pub fn streak(now: i64, longest: u64) -> String {
    match now {
        ..0 => format!("{} lost in a row; most won in a row: {longest}", -now),
        _ => format!("{now} won in a row; longest: {longest}"),
    }
}

/// Returns a text with its first letter as a capital.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Says how long ago a moment was: `today`, `yesterday`, `3 days ago`, or the date. Both times are seconds since 1970.
pub fn ago(then: u64, now: u64) -> String {
    match (now / 86_400).saturating_sub(then / 86_400) {
        0 => "today".into(),
        1 => "yesterday".into(),
        days if days < 14 => format!("{days} days ago"),
        _ => format!("on {}", date(then)),
    }
}

/// Returns the date of a moment, in seconds since 1970: `12 November 2026`.
pub fn date(then: u64) -> String {
    Day::from_unix(then).to_string()
}

/// Returns a text in lines of this width, each with this indent. Only words that are longer than a line are cut.
pub fn wrapped(text: &str, width: usize, indent: &str) -> Vec<String> {
    let mut lines = vec![String::from(indent)];
    let most = width.saturating_sub(indent.chars().count()).max(1);
    let pieces = text.split_whitespace().flat_map(|word| {
        let letters: Vec<char> = word.chars().collect();
        letters.chunks(most).map(|piece| piece.iter().collect::<String>()).collect::<Vec<_>>()
    });
    for word in pieces {
        let last = lines.last_mut().expect("there is always a line");
        if last.chars().count() + word.chars().count() > width && last.len() > indent.len() {
            lines.push(format!("{indent}{word} "));
        } else {
            *last += &word;
            last.push(' ');
        }
    }
    lines
}

/// Returns a text as far as it fits into a line of this width, with a mark if it was cut.
pub fn cut(text: &str, width: usize) -> String {
    if text.trim_end().chars().count() <= width {
        return text.into();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// Returns a text as far as it fits into a number of lines of this width, with a mark if it was cut.
pub fn fitted(text: &str, width: usize, lines: usize) -> String {
    let wrapped = wrapped(text, width, "");
    if wrapped.len() <= lines {
        return text.into();
    }
    let mut kept: Vec<String> = wrapped[..lines].iter().map(|line| line.trim_end().to_string()).collect();
    if let Some(last) = kept.last_mut() {
        // Whole words are left out, unless one word fills the line.
        while !last.is_empty() && last.chars().count() + 2 > width {
            let shorter = last.rfind(' ').or(last.char_indices().next_back().map(|(at, _)| at));
            last.truncate(shorter.unwrap_or(0));
        }
        last.push_str(" …");
    }
    kept.join("\n")
}
