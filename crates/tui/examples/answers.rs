//! How fast the screen answers: `cargo run --release -p tui --example answers [DEALS]`.
//!
//! For each game: the time from asking for the verdict to having it, the time a key took, with the next
//! picture, while the search was running, and the time from asking for a fair hint to reading it. On a
//! busy machine the slowest times are those of its scheduler; hence the shares.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use session::{Account, Deal, Session, Sitting};
use std::time::{Duration, Instant};
use tui::{App, Look, draw};

/// How long anything is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// The value of a sorted list below which this share of it lies, in milliseconds.
fn at(times: &mut [Duration], per_cent: usize) -> String {
    times.sort();
    let index = times.len().saturating_sub(1) * per_cent / 100;
    times.get(index).map_or("-".into(), |time| format!("{:.1}", time.as_secs_f64() * 1e3))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let deals: u64 = std::env::args().nth(1).map_or(Ok(50), |text| text.parse())?;
    println!("milliseconds            verdict           key             hint");
    println!("game           proved   median   90 %     99 %  slowest   median  slowest");
    for game in ["canfield", "klondike", "klondike-draw3", "spider", "spider-2", "spider-1", "freecell"] {
        let (mut verdicts, mut keys, mut hints) = (Vec::new(), Vec::new(), Vec::new());
        let mut proved = 0;
        for deal in 1..=deals {
            let session = Session::new(games::find(game)?, Deal::Number(deal))?;
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
            at(&mut verdicts, 50),
            at(&mut verdicts, 90),
            at(&mut keys, 99),
            at(&mut keys, 100),
            at(&mut hints, 50),
            at(&mut hints, 100)
        );
    }
    Ok(())
}
