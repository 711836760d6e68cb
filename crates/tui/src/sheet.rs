//! What lies over the board, as it is drawn: lists, pages, questions.

use crate::app::App;
use crate::commands::{ADDRESSES, ALL};
use crate::look::Part;
use crate::panel::clock;
use crate::popup::{Popup, Prompt, found, options};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};
use session::PostMortem;

/// The question at the bottom.
pub fn prompt(app: &App, prompt: &Prompt) -> String {
    match prompt {
        Prompt::Number(text) => format!("Deal number: {text}▏"),
        Prompt::Command(text) => format!(":{text}▏"),
        Prompt::Find(text) => format!("Where is which card? {text}▏"),
        Prompt::Bookmark => "Bookmark under which letter?".into(),
        Prompt::GiveUp(None) => "Give this game up? It counts as lost then: y gives it up.".into(),
        Prompt::GiveUp(Some(left)) => format!("Give up {}? y: it counts as lost", left.name),
        Prompt::GoTo => {
            let names: Vec<String> =
                app.session().bookmarks().iter().map(|(name, _)| name.to_string()).collect();
            format!("Go to which bookmark? ({})", names.join(" "))
        }
    }
}

/// A page: its title, its lines, and which of them is chosen.
struct Page {
    title: String,
    lines: Vec<(String, Part)>,
    chosen: Option<usize>,
    scroll: u16,
}

/// Draws what lies over the board.
pub fn popup(app: &App, frame: &mut Frame<'_>) {
    let Some(page) = app.popup.as_ref().map(|popup| page(app, popup)) else { return };
    let area = place(app, &page);
    let height = usize::from(area.height.saturating_sub(2));
    let first = first(&page, height);
    let lines: Vec<Line<'_>> = page
        .lines
        .iter()
        .enumerate()
        .skip(first)
        .take(height)
        .map(|(i, (words, part))| {
            let part = if Some(i) == page.chosen { Part::Chosen } else { *part };
            let width = usize::from(area.width);
            let words = cut(words, width.saturating_sub(2));
            Line::styled(format!("{words:<width$}"), app.look.part(part))
        })
        .collect();
    let more = match (first > 0, first + height < page.lines.len()) {
        (true, true) => " ↑ ↓ more ",
        (true, false) => " ↑ more ",
        (false, true) => " ↓ more ",
        (false, false) => "",
    };
    let title = cut(&page.title, usize::from(area.width).saturating_sub(4));
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .title(format!(" {title} "))
        .title_bottom(more)
        .style(app.look.part(Part::Table))
        .border_style(app.look.part(Part::Strong));
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).block(block).style(app.look.part(Part::Table)), area);
}

/// The words as far as they go in a line of this width, with a mark where they were cut.
pub fn cut(words: &str, width: usize) -> String {
    if words.trim_end().chars().count() <= width {
        return words.into();
    }
    let kept: String = words.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}…")
}

fn place(app: &App, page: &Page) -> Rect {
    let widest = page.lines.iter().map(|(words, _)| words.chars().count()).max().unwrap_or(0);
    let width = (widest as u16 + 4).max(page.title.chars().count() as u16 + 6).min(app.area.width);
    let height = (page.lines.len() as u16 + 2).min(app.area.height.saturating_sub(2)).max(3);
    let height = height.min(app.area.height);
    Rect { x: (app.area.width - width) / 2, y: (app.area.height - height) / 2, width, height }
}

fn first(page: &Page, height: usize) -> usize {
    let last = page.lines.len().saturating_sub(height);
    match page.chosen {
        Some(chosen) => chosen.saturating_sub(height / 2).min(last),
        None => usize::from(page.scroll).min(last),
    }
}

impl App {
    /// A click on what lies over the board: chooses a line, and does it when it was chosen already.
    pub fn click_in_popup(&mut self, x: u16, y: u16) {
        use crossterm::event::KeyCode;
        let Some(popup) = &self.popup else { return };
        let page = page(self, popup);
        let area = place(self, &page);
        if !area.contains(ratatui::layout::Position { x, y }) {
            self.popup = None;
            return;
        }
        let height = usize::from(area.height.saturating_sub(2));
        let row = first(&page, height) + usize::from(y.saturating_sub(area.y + 1));
        let Some(line) = page.lines.get(row).filter(|_| y > area.y && y + 1 < area.bottom()) else { return };
        let is_head = line.1 == Part::Dim;
        // The list counts only lines that can be chosen.
        let index = match &self.popup {
            Some(Popup::Help(_)) => help_entry(self.area.width, row),
            Some(Popup::Games(filter, _)) => games_entry(filter, row),
            _ => Some(row),
        };
        let chosen_before = page.chosen == Some(row);
        match (&mut self.popup, index) {
            (Some(Popup::Help(at) | Popup::Options(at)), Some(index)) => *at = index,
            (Some(Popup::Games(_, at) | Popup::Resume(_, at, _)), Some(index)) => *at = index,
            _ => {}
        }
        if (chosen_before || matches!(self.popup, Some(Popup::Lost | Popup::Options(_)))) && !is_head {
            self.popup_key(KeyCode::Enter);
        }
    }
}

/// The lines of the help on a screen of this width, and which entry each stands for.
fn help(width: u16) -> Vec<(String, Part, Option<usize>)> {
    let width = usize::from(width).saturating_sub(4).max(20);
    let mut lines: Vec<(String, Part, Option<usize>)> = ADDRESSES
        .iter()
        .flat_map(|words| wrapped(words, width, " "))
        .map(|words| (words, Part::Table, None))
        .collect();
    let mut group = "";
    for (i, entry) in ALL.iter().enumerate() {
        if entry.group != group {
            group = entry.group;
            lines.push((format!(" {group}"), Part::Dim, None));
        }
        let words = wrapped(entry.words, width.saturating_sub(9), "");
        for (row, words) in words.into_iter().enumerate() {
            let key = if row == 0 { entry.key } else { "" };
            lines.push((format!("   {key:<6} {words}"), Part::Table, Some(i)));
        }
    }
    lines
}

fn help_entry(width: u16, row: usize) -> Option<usize> {
    help(width).get(row).and_then(|(_, _, entry)| *entry)
}

/// The lines of the chooser, and which game each stands for.
fn game_lines(filter: &str) -> Vec<(String, Part, Option<usize>)> {
    let mut lines = Vec::new();
    let mut family = String::new();
    for (i, rules) in found(filter).iter().enumerate() {
        if rules.family.as_str() != family {
            family = rules.family.as_str().to_string();
            lines.push((format!(" {family}"), Part::Dim, None));
        }
        lines.push((format!("   {:<24} {}", rules.title, rules.name), Part::Table, Some(i)));
    }
    if lines.is_empty() {
        lines.push((format!(" No game has {filter:?} in its name."), Part::Bad, None));
    }
    lines
}

fn games_entry(filter: &str, row: usize) -> Option<usize> {
    game_lines(filter).get(row).and_then(|(_, _, entry)| *entry)
}

fn page(app: &App, popup: &Popup) -> Page {
    let plain = |words: String| (words, Part::Table);
    match popup {
        Popup::Help(chosen) => {
            let lines = help(app.area.width);
            let at = lines.iter().position(|(_, _, entry)| *entry == Some(*chosen));
            let lines = lines.into_iter().map(|(words, part, _)| (words, part)).collect();
            Page { title: "Commands: ↑ ↓ Enter, Esc closes".into(), lines, chosen: at, scroll: 0 }
        }
        Popup::Games(filter, chosen) => {
            let lines = game_lines(filter);
            let at = lines.iter().position(|(_, _, entry)| *entry == Some(*chosen));
            let lines = lines.into_iter().map(|(words, part, _)| (words, part)).collect();
            let title = if filter.is_empty() {
                "Which game? Type to find, Enter plays".into()
            } else {
                format!("Which game? {filter}▏")
            };
            Page { title, lines, chosen: at, scroll: 0 }
        }
        Popup::Options(chosen) => {
            let lines = options(app);
            let lines = lines.iter().map(|(name, value)| plain(format!(" {name:<32} {value:<8}"))).collect();
            Page {
                title: "Options: Enter changes, Esc closes".into(),
                lines,
                chosen: Some(*chosen),
                scroll: 0,
            }
        }
        Popup::Rules(scroll) => {
            let width = usize::from(app.area.width.saturating_sub(8)).clamp(20, 72);
            let sheet = app.session().rules().describe();
            let lines = sheet.lines().flat_map(|line| paragraph(line, width)).collect();
            Page { title: "Rules".into(), lines, chosen: None, scroll: *scroll }
        }
        Popup::Statistics(scroll) => {
            let rules = app.session().rules();
            let lines = match &app.books {
                Some(books) => match books.statistics(Some(rules.name.as_str())) {
                    Ok(list) => crate::statistics::lines(&list),
                    Err(error) => vec![(format!(" {error}"), Part::Bad)],
                },
                None => vec![plain(" No books are kept in this sitting.".into())],
            };
            Page { title: format!("Statistics: {}", rules.title), lines, chosen: None, scroll: *scroll }
        }
        Popup::Resume(list, chosen, _) => {
            let line = |game: &store::Summary| {
                let time = clock(game.seconds);
                let moves = if game.moves == 1 { "move " } else { "moves" };
                plain(format!(" {:<24} {:<16} {:>4} {moves}  {time:>8} ", game.title, game.deal, game.moves))
            };
            let lines = list.iter().map(line).collect();
            // Asked where the player looks: the list may lie over the last lines.
            let title = match &app.prompt {
                Some(question) => prompt(app, question),
                None => "These games were left: Enter goes on, x gives up, Esc leaves them".into(),
            };
            Page { title, lines, chosen: Some(*chosen), scroll: 0 }
        }
        Popup::Lost => {
            let mut lines: Vec<(String, Part)> =
                lost(app).into_iter().flat_map(|words| paragraph(&words, 60)).collect();
            lines.push(plain(String::new()));
            let can_go = matches!(
                &app.lost,
                Some((PostMortem::LostBy { .. } | PostMortem::NotKnown { winnable: Some(_), .. }, _))
            );
            let words = if can_go { " Enter: play on from there.   Esc: stay." } else { " Esc: back." };
            lines.push((words.into(), Part::Strong));
            Page { title: "Post-mortem".into(), lines, chosen: None, scroll: 0 }
        }
    }
}

/// What the post-mortem found, in sentences.
fn lost(app: &App) -> Vec<String> {
    let Some((found, places)) = &app.lost else { return Vec::new() };
    app.sitting.post_mortem_words(found, places)
}

/// A line of text broken into lines of this width.
fn paragraph(text: &str, width: usize) -> Vec<(String, Part)> {
    let (text, part) = match text.strip_prefix("## ").or(text.strip_prefix("# ")) {
        Some(heading) => (heading, Part::Strong),
        None => (text, Part::Table),
    };
    wrapped(text, width, " ").into_iter().map(|line| (line, part)).collect()
}

/// Words in lines of this width, each begun so.
pub fn wrapped(text: &str, width: usize, begin: &str) -> Vec<String> {
    let mut lines = vec![String::from(begin)];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is always a line");
        if last.chars().count() + word.chars().count() > width && last.len() > begin.len() {
            lines.push(format!("{begin}{word} "));
        } else {
            *last += word;
            last.push(' ');
        }
    }
    lines
}
