//! A rule sheet for people who read it on a terminal or listen to it: without the signs of Markdown, and wrapped.

/// The width of a sheet in text play.
pub const WIDTH: usize = 80;

/// Returns a sheet, which is Markdown with headings and paragraphs, as plain text in lines of at most `width`
/// characters. A heading stands on a line of its own, and what belongs to it is indented.
pub fn plain(markdown: &str, width: usize) -> String {
    let mut text = String::new();
    for block in markdown.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        match block.trim_start_matches('#').trim_start() {
            heading if block.starts_with("##") => text += &format!("\n{heading}\n"),
            title if block.starts_with('#') => text += &format!("{title}\n"),
            last if block.starts_with("(`") => text += &format!("\n{}\n", last.replace('`', "")),
            paragraph => wrap(&paragraph.replace('`', ""), width, &mut text),
        }
    }
    text
}

/// Adds a paragraph in indented lines.
fn wrap(paragraph: &str, width: usize, text: &mut String) {
    const INDENT: &str = "  ";
    let mut column = 0;
    for word in paragraph.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            text.push('\n');
            column = 0;
        }
        let before = if column == 0 { INDENT } else { " " };
        *text += before;
        *text += word;
        column += before.len() + length;
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_sheet_is_wrapped_and_has_no_markdown() {
        for rules in talon_games::ALL {
            let sheet = talon_games::sheet(rules);
            for width in [40, 80] {
                let plain = super::plain(&sheet, width);
                assert!(!plain.contains(['#', '`']), "{}: {plain}", rules.name);
                assert!(plain.lines().all(|line| line.chars().count() <= width), "{}: {plain}", rules.name);
                let words = |text: &str| -> Vec<String> {
                    text.split_whitespace().map(|word| word.replace('`', "")).collect()
                };
                let before: Vec<String> =
                    words(&sheet).into_iter().filter(|word| !word.starts_with('#')).collect();
                assert_eq!(words(&plain), before, "{}", rules.name);
            }
        }
    }
}
