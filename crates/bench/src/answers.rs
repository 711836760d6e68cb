//! How fast the terminal answers.
//!
//! For each game: the time from asking for the verdict to having it, the time of a key press and the next
//! frame while that search is running, and the time from asking for a fair hint to having it. On a busy
//! machine the slowest times are those of its scheduler, so percentiles are printed as well.

use anyhow::Result;
use clap::Args;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::time::{Duration, Instant};
use talon_session::{Account, Deal, Session, Sitting};
use talon_stats::quantile;
use talon_tui::{App, Look, draw};

/// The longest time to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// A quantile of a list of times, in milliseconds.
fn at(times: &mut [Duration], part: f64) -> String {
    times.sort();
    quantile(times, part).map_or("-".into(), |time| format!("{:.1}", time.as_secs_f64() * 1e3))
}

/// Measure how fast the terminal answers.
#[derive(Args)]
pub struct Answers {
    /// The number of deals of each game.
    #[arg(default_value_t = 50)]
    deals: u64,
}

impl Answers {
    /// Plays the deals and prints a table.
    pub fn run(self) -> Result<()> {
        println!("milliseconds            verdict           key             hint");
        println!("game           proved   median   90 %     99 %  slowest   median  slowest");
        for game in ["canfield", "klondike", "klondike-draw3", "spider", "spider-2", "spider-1", "freecell"] {
            let (mut verdicts, mut keys, mut hints) = (Vec::new(), Vec::new(), Vec::new());
            let mut proved = 0;
            for deal in 1..=self.deals {
                let session = Session::new(talon_games::find(game)?, Deal::Number(deal))?;
                let sitting = Sitting::new(session, Account::default(), None);
                let look = Look { animation: false, ..Look::default() };
                let mut app = App::new(sitting, look, None, Box::new(|| 1), || 0);
                let mut terminal = Terminal::new(TestBackend::new(100, 32))?;
                let start = Instant::now();
                app.key(KeyEvent::new(KeyCode::Char('h'), KeyModifiers::NONE));
                while app.sitting.hinted().is_none() && start.elapsed() < PATIENCE {
                    std::thread::sleep(Duration::from_millis(1));
                    app.tick(Duration::from_millis(1), Instant::now());
                }
                hints.push(start.elapsed());
                let start = Instant::now();
                app.want_verdict();
                // Arrows change nothing in the game, so the search goes on.
                while !app.verdict().is_proved() && start.elapsed() < PATIENCE {
                    let pressed = Instant::now();
                    app.key(KeyEvent::new(KeyCode::Right, KeyModifiers::NONE));
                    terminal.draw(|frame| draw(&mut app, frame))?;
                    keys.push(pressed.elapsed());
                    std::thread::sleep(Duration::from_millis(1));
                    app.tick(Duration::from_millis(1), Instant::now());
                }
                proved += u64::from(app.verdict().is_proved());
                verdicts.push(start.elapsed());
            }
            println!(
                "{game:<16}{proved:>5} {:>8} {:>6} {:>8} {:>8} {:>8} {:>8}",
                at(&mut verdicts, 0.5),
                at(&mut verdicts, 0.9),
                at(&mut keys, 0.99),
                at(&mut keys, 1.0),
                at(&mut hints, 0.5),
                at(&mut hints, 1.0)
            );
        }
        Ok(())
    }
}
