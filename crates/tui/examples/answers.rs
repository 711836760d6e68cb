//! How fast the screen and the verdict answer: `cargo run --release -p tui --example answers [DEALS]`.
//!
//! For each game: the time from asking for the verdict to having it, and the longest time a key took,
//! with the next picture, while the search was running.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use session::{Account, Deal, Session, Sitting};
use std::time::{Duration, Instant};
use tui::{App, Look, draw};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let deals: u64 = std::env::args().nth(1).map_or(Ok(50), |text| text.parse())?;
    println!("{:<16} {:>6} {:>12} {:>12} {:>14}", "game", "proved", "median", "90 %", "slowest key");
    for game in ["canfield", "klondike", "klondike-draw3", "spider", "spider-2", "spider-1", "freecell"] {
        let mut times = Vec::new();
        let mut slowest = Duration::ZERO;
        let mut proved = 0;
        for deal in 1..=deals {
            let session = Session::new(games::find(game)?, Deal::Number(deal))?;
            let sitting = Sitting::new(session, Account::default(), None);
            let look = Look { animation: false, ..Look::default() };
            let mut app = App::new(sitting, look, None, Box::new(|| 1), || 0);
            let mut terminal = Terminal::new(TestBackend::new(100, 32))?;
            let start = Instant::now();
            app.want_verdict();
            // Arrows change nothing in the game, so the search goes on.
            while !app.verdict().is_proved() && start.elapsed() < Duration::from_secs(5) {
                let pressed = Instant::now();
                app.key(KeyEvent::new(KeyCode::Right, KeyModifiers::NONE));
                terminal.draw(|frame| draw(&mut app, frame))?;
                slowest = slowest.max(pressed.elapsed());
                std::thread::sleep(Duration::from_millis(1));
                app.tick(Duration::from_millis(1), Instant::now());
            }
            proved += u64::from(app.verdict().is_proved());
            times.push(start.elapsed());
        }
        times.sort();
        let at =
            |share: usize| format!("{:.1} ms", times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3);
        println!(
            "{game:<16} {proved:>6} {:>12} {:>12} {:>11.1} ms",
            at(50),
            at(90),
            slowest.as_secs_f64() * 1e3
        );
    }
    Ok(())
}
