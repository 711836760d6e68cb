//! The help: how to move a card in this game, then every command with its key.

use super::rules::{headed, lines};
use super::{Hit, Input, Page, Popup, Row, Then};
use crate::app::App;
use crate::commands::{Action, commands};
use crate::look::Part;
use crate::words::wrapped;
use ratatui::Frame;
use talon_rules::Rules;
use talon_session::registry::Entry;

/// The help: the chosen command, if one is chosen, how far it is scrolled, and what is searched for.
#[derive(Clone, Debug, Default)]
pub struct Help {
    chosen: Option<usize>,
    scroll: usize,
    search: Option<String>,
}

impl Help {
    /// Returns the commands that are listed.
    fn listed(&self) -> Vec<&'static Entry> {
        let wanted = self.search.as_deref().unwrap_or_default().to_lowercase();
        let fits = |entry: &&Entry| {
            let all = format!("{} {} {}", entry.help, entry.name, entry.words.join(" ")).to_lowercase();
            wanted.split_whitespace().all(|word| all.contains(word))
        };
        commands().into_iter().filter(fits).collect()
    }

    fn page(&self, app: &App) -> Page {
        let width = usize::from(app.area.width).saturating_sub(4).clamp(8, 92);
        let mut rows = Vec::new();
        if self.search.is_none() {
            let first = "Type where the cards lie and where they go:".to_string();
            rows.extend(headed("How to move a card", &[first], width));
            for (keys, words) in examples(app.session().rules()) {
                for (row, words) in wrapped(words, width.saturating_sub(8).max(6), "").into_iter().enumerate()
                {
                    let keys = if row == 0 { keys } else { "" };
                    rows.push(Row::new(format!("   {keys:<4} {words}"), Part::Table).lead(8));
                }
            }
            rows.extend(lines(&moving(app), width));
        }
        let mut group = "";
        for (i, entry) in self.listed().into_iter().enumerate() {
            if entry.group != group {
                group = entry.group;
                rows.push(Row::new("", Part::Table));
                rows.push(Row::new(format!(" {group}"), Part::Strong));
            }
            let words = wrapped(entry.help, width.saturating_sub(9).max(6), "");
            for (row, words) in words.into_iter().enumerate() {
                let key = if row == 0 { app.keys.of(entry.action) } else { "" };
                rows.push(Row::entry(format!("   {key:<6} {words}"), i).lead(9));
            }
        }
        let title = match &self.search {
            Some(search) => format!("Help: {search}▏"),
            None => format!("Help: {}", app.session().title()),
        };
        let keys = "↑↓ Enter does it · / search · i rules · Esc".into();
        Page { title, keys, rows, chosen: self.chosen, scroll: self.scroll }
    }

    /// Chooses the next command; before one is chosen, the text above the commands is read to its end.
    fn go(&mut self, input: Input, app: &App) {
        let page = self.page(app);
        let (first, height, len) = (page.first(app.area), page.height(app.area), self.listed().len());
        self.scroll = first;
        let is_in_sight = page.rows.iter().skip(first).take(height).any(|row| row.entry == Some(0));
        match (self.chosen, input) {
            (Some(0), Input::Step(-1) | Input::Page(-1)) | (Some(_), Input::First) => {
                (self.chosen, self.scroll) = (None, 0);
            }
            (Some(chosen), _) => self.chosen = Some(input.moved(chosen, len, height)),
            (None, Input::Step(1)) if is_in_sight => self.chosen = Some(0),
            (None, Input::Last) => self.chosen = len.checked_sub(1),
            (None, _) => self.scroll = input.moved(first, page.most_scroll(app.area) + 1, height),
        }
    }
}

impl Popup for Help {
    fn draw(&self, app: &App, frame: &mut Frame<'_>) {
        self.page(app).draw(app, frame);
    }

    fn input(&mut self, app: &App, input: Input) -> Then {
        let listed = self.listed();
        let act = |action: Option<Action>| action.map_or(Then::Stay, Then::Act);
        match (input, &mut self.search) {
            (Input::Close, Some(_)) => *self = Help::default(),
            (Input::Letter(c), Some(search)) => {
                search.push(c);
                (self.chosen, self.scroll) = (Some(0), 0);
            }
            (Input::Erase, Some(search)) => drop(search.pop()),
            (Input::Letter('/'), None) => self.search = Some(String::new()),
            (Input::Close | Input::Letter('q' | '?'), None) => return Then::Close,
            (Input::Choose, _) => {
                return act(self.chosen.and_then(|chosen| listed.get(chosen)).map(|entry| entry.action));
            }
            // The key of a command performs the command.
            (Input::Letter(c), None) => return act(app.keys.action(&c.to_string())),
            (Input::Click(x, y), _) => {
                let page = self.page(app);
                self.scroll = page.first(app.area);
                match page.at(app.area, x, y) {
                    Hit::Outside => return Then::Close,
                    Hit::Entry(entry) if Some(entry) == self.chosen => return self.input(app, Input::Choose),
                    Hit::Entry(entry) => self.chosen = Some(entry),
                    Hit::Nothing => {}
                }
            }
            _ => self.go(input, app),
        }
        Then::Stay
    }
}

/// Returns moves of this game, each with the keys that make it.
fn examples(rules: &Rules) -> Vec<(&'static str, &'static str)> {
    let mut examples = vec![("35", "from column 3 to column 5")];
    if rules.has_waste() {
        examples.push(("w3", "from the waste to column 3"));
    }
    if rules.reserve > 0 {
        examples.push(("r2", "from the reserve to column 2"));
    }
    if rules.has_foundations() && !rules.about_runs() {
        examples.push(("4f", "from column 4 to the foundations"));
    }
    if rules.cells_take {
        examples.push(("3e", "from column 3 to a free cell"));
    }
    examples
}

/// Says what else a newcomer needs: the stock, the mouse, the cursor, hints.
fn moving(app: &App) -> Vec<String> {
    let rules = app.session().rules();
    let draw = app.keys.of(Action::Draw);
    let mut words = vec![
        stock(rules).map(|does| format!("{draw} {does}.")).unwrap_or_default(),
        "Or click the cards and then their new place, or drag them; where they may go lights up. A double click \
         plays the best move, a right click draws, and the wheel undoes and redoes."
            .into(),
        "Or move the cursor with the arrow keys: Space picks up and puts down, Enter plays the best move.".into(),
        format!("{} gives a hint, {} takes a move back.", app.keys.of(Action::Hint), app.keys.of(Action::Undo)),
        "A pile typed twice plays its best move (33); 3x25 moves two cards from column 3 to column 5.".into(),
    ];
    let mut more = Vec::new();
    if rules.cells > 0 {
        more.push("e13 moves a card from the first cell to column 3");
    }
    if rules.take_back != talon_rules::TakeBack::Never {
        more.push("f23 takes a card back from the second foundation to column 3");
    }
    if !more.is_empty() {
        words.push(format!("{}.", more.join("; ")));
    }
    if rules.columns > 9 {
        words.push("0 is column 10.".into());
    }
    words.retain(|words| !words.is_empty());
    words
}

/// Says what the key for drawing does.
fn stock(rules: &Rules) -> Option<String> {
    use talon_rules::Stock;
    match rules.stock {
        Stock::None => None,
        Stock::Rows | Stock::RowsAnyTime => Some("deals a card to each column".into()),
        Stock::Waste | Stock::FaceUp if rules.draw == 1 => Some("turns the next card of the stock".into()),
        Stock::Waste | Stock::FaceUp => Some(format!("turns the next {} cards of the stock", rules.draw)),
    }
}
