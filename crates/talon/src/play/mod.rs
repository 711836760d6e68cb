//! `talon play`: a game, full screen or in lines of text.

mod books;
mod deals;
mod dialect;
mod editor;
mod lines;

use crate::game::GameArgs;
use crate::input;
use crate::look::Look;
use crate::output;
use anyhow::{Context, Result, bail};
use books::Books;
use clap::Args;
use deals::Wanted;
use dialect::Dialect;
use lines::Lined;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use talon_deals::DealName;
use talon_rules::Rules;
use talon_session::form::Form;
use talon_session::{Deal, Session};
use talon_text::plain::Shelf as _;

/// Play a game in the terminal
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Play {
    #[command(flatten)]
    game: GameArgs,
    /// Play in lines of text, for pipes and screen readers
    #[arg(long)]
    text: bool,
    /// Like --text, but print only what changes, for screen readers and slow connections; `look` prints the
    /// rest
    #[arg(long, conflicts_with = "dialect")]
    quiet: bool,
    /// Behave like an older program
    #[arg(long, value_enum, value_name = "DIALECT")]
    dialect: Option<Dialect>,
    /// The deal of this seed in the original program (dialects ucb and ycp); otherwise the same as --deal
    #[arg(long, value_name = "N", conflicts_with = "deal", value_parser = crate::numbers::whole::<u128>)]
    seed: Option<u128>,
    /// The deal: a number, or another program's number as in pysol:42; a new one if none is given. A bare
    /// number is Talon's own, in FreeCell as well: Microsoft's FreeCell 617 is ms:617
    #[arg(long, value_name = "[SCHEME:]N")]
    deal: Option<DealName>,
    /// A deal or a position to play from, in any format that `talon deal import` reads; the game is
    /// recognised if none is named
    #[arg(long, value_name = "FILE", conflicts_with_all = ["deal", "seed", "dialect"])]
    file: Option<PathBuf>,
    /// Continue a saved game. `-` reads it from standard input, and then commands, until they end; on a
    /// terminal, the game goes on there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["deal", "seed", "dialect", "file", "game", "rules", "set"])]
    load: Option<PathBuf>,
    /// Resume an unfinished game: the last one, or the one with this number in `talon history`
    #[arg(long, value_name = "NUMBER", num_args = 0..=1, conflicts_with_all = ["deal", "seed", "dialect", "file", "load", "game", "rules", "set", "wanted"], value_parser = crate::numbers::whole::<i64>)]
    resume: Option<Option<i64>>,
    #[command(flatten)]
    wanted: Wanted,
}

const EXAMPLES: &str = "Examples:
  talon play klondike                   full screen
  talon play canfield --winnable        a deal that can be won
  talon play spider --quiet             lines of text, for a screen reader
  talon play freecell --deal 617        Talon's own deal 617
  talon play freecell --deal ms:617     Microsoft's FreeCell 617
  talon play --resume                   the game that you left last
  talon play --dialect bsd              the Canfield casino of bsdgames

Environment: TALON_DATA, TALON_KEYS, NO_COLOR and others; see `talon --help`.
`talon man keys` lists all commands and keys.";

impl Play {
    /// Plays until the player quits or the input ends.
    pub fn run(self) -> Result<()> {
        let is_piped = self.load.as_deref() == Some(Path::new("-"));
        if !self.text && !self.quiet && self.dialect.is_none() && !is_piped && is_terminal() {
            return self.screen();
        }
        let out = output::buffered();
        let mut lined = Lined { quiet: self.quiet, out };
        if is_piped {
            return lined.piped();
        }
        if let Some(path) = &self.load {
            return lined.play(Session::load_from(path)?);
        }
        if let Some(id) = self.resume {
            return lined.resume(id);
        }
        if let Some(path) = &self.file {
            let (rules, deal) = self.imported(path)?;
            return lined.play(Session::new(&rules, deal)?);
        }
        let Some(dialect) = self.dialect else {
            let form = match self.names_no_game() && is_terminal() {
                true => match lines::ask_for_a_game(&mut lined.out)? {
                    Some(rules) => self.form_of(&rules)?,
                    None => return Ok(()),
                },
                false => self.form()?,
            };
            let (deal, words) = self.first_deal(form.rules())?;
            if !words.is_empty() {
                output::note(format_args!("{words}"));
            }
            return lined.play(form.begin(deal)?);
        };
        let rules = match (&self.game.game, &self.game.rules) {
            (None, None) => talon_games::set(dialect.game(), &self.game.set)?,
            _ => self.game.rules()?,
        };
        if !dialect.speaks(&rules) {
            let game = dialect.game().name;
            bail!("this dialect cannot play {}; it plays games like {game}", rules.title);
        }
        let named = if dialect == Dialect::Bsd { self.named()? } else { self.deal };
        dialect.play(&rules, named, self.seed, lined.out)
    }

    /// Plays full screen.
    fn screen(&self) -> Result<()> {
        let mut wishes = wishes();
        let start = match (&self.load, &self.file) {
            (Some(path), _) => talon_tui::Start::Loaded(Box::new(Session::load_from(path)?)),
            (_, Some(path)) => {
                let (rules, deal) = self.imported(path)?;
                talon_tui::Start::Game(Box::new(Form::of(&rules)), deal)
            }
            _ if let Some(id) = self.resume => talon_tui::Start::Resume(id),
            _ if self.names_no_game() => talon_tui::Start::Chooser,
            _ => {
                let form = self.form()?;
                let (deal, words) = self.first_deal(form.rules())?;
                wishes.note = words;
                talon_tui::Start::Game(Box::new(form), deal)
            }
        };
        Ok(talon_tui::run_with(start, Box::new(deals::fresh()), wishes)?)
    }

    /// Returns `true` if the player has to choose a game first.
    fn names_no_game(&self) -> bool {
        self.game.game.is_none() && self.game.rules.is_none() && !self.wanted.is_any()
    }

    /// The rules to play by.
    fn form(&self) -> Result<Form> {
        let rules = match (&self.game.game, &self.game.rules) {
            (None, None) if self.wanted.is_any() => {
                let last = Books::open().0.last_game();
                *last.and_then(|name| talon_games::find(&name).ok()).unwrap_or(&talon_games::ALL[0])
            }
            _ => self.game.without_settings()?,
        };
        self.form_of(&rules)
    }

    /// The rules to play a game by. Those that the player chose last for it are used unless a rule is set here; what
    /// is set here holds for this game and is not remembered.
    fn form_of(&self, rules: &Rules) -> Result<Form> {
        if self.game.set.is_empty() && self.game.rules.is_none() {
            return Ok(Books::open().0.remembered(&Form::named(rules)));
        }
        Ok(Form::of(&talon_games::choose(rules, rules, &self.game.set)?))
    }

    /// Returns the deal or position of a file, and the rules it is played by.
    fn imported(&self, path: &Path) -> Result<(Rules, Deal)> {
        if path == Path::new("-") {
            bail!("the moves are read from standard input; give --file the name of a file");
        }
        let shown = path.display();
        let imported = talon_deals::import(&input::read(path)?).with_context(|| format!("{shown}"))?;
        let rules = self.game.rules_or(&imported)?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let deal = Deal::imported(&imported, &rules, name);
        Ok((rules, deal.with_context(|| format!("{shown}, as {}", rules.name))?))
    }

    /// Returns the deal that the player named, if any.
    fn named(&self) -> Result<Option<DealName>> {
        match self.seed {
            Some(seed) => {
                let number = u64::try_from(seed);
                let number = number.with_context(|| {
                    format!("there is no deal {seed}; the largest number is {}", u64::MAX)
                })?;
                Ok(Some(DealName::ours(number)))
            }
            None => Ok(self.deal),
        }
    }

    /// Returns the deal to begin with, and what is known about it.
    fn first_deal(&self, rules: &Rules) -> Result<(Deal, String)> {
        match self.wanted.deal(rules)? {
            Some(found) => Ok(found),
            None => Ok((deals::from(self.named()?, rules)?(), String::new())),
        }
    }
}

/// `talon` alone: the list of games on a terminal, the help elsewhere.
pub fn choose() -> Result<()> {
    if is_terminal() {
        return Ok(talon_tui::run_with(talon_tui::Start::Chooser, Box::new(deals::fresh()), wishes())?);
    }
    Ok(<crate::Talon as clap::CommandFactory>::command().print_help()?)
}

/// What the player wants of the full screen.
fn wishes() -> talon_tui::Wishes {
    let look = Look::wished();
    talon_tui::Wishes { colours: look.colours(), ascii: look.style().ascii, note: String::new() }
}

fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}
