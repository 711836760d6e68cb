//! Pictures of the real screen for the documents: the program runs in tmux, and its screen becomes an SVG.
//!
//! A picture shows the middle of a game: a part of the solver's line is written into a save, which is
//! loaded.

use anyhow::{Context, Result, bail};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// A picture to take.
struct Shot {
    /// The name of the picture.
    name: &'static str,
    /// The game, its deal, and the number of moves of the solver's line to play; `None` for the list of
    /// games.
    game: Option<(&'static str, u64, usize)>,
    /// The size of the screen.
    size: (u16, u16),
    /// The keys to press first.
    keys: &'static str,
}

const fn shot(
    name: &'static str,
    game: Option<(&'static str, u64, usize)>,
    size: (u16, u16),
    keys: &'static str,
) -> Shot {
    Shot { name, game, size, keys }
}

const SHOTS: &[Shot] = &[
    shot("canfield", Some(("canfield", 6, 88)), (100, 32), "vy"),
    shot("klondike", Some(("klondike", 9, 110)), (100, 32), "hhh"),
    shot("spider", Some(("spider", 7, 20)), (100, 32), "vy"),
    shot("compact", Some(("spider", 7, 60)), (80, 24), "vyt"),
    shot("chooser", None, (100, 32), ""),
];

/// Takes all pictures into a folder.
///
/// # Errors
/// If tmux is missing, or the program does not start.
pub fn take(program: &Path, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    for Shot { name, game, size: (width, height), keys } in SHOTS {
        let save = std::env::temp_dir().join(format!("talon-screenshot-{}.talon", std::process::id()));
        let arguments = match game {
            Some((game, deal, moves)) => {
                std::fs::write(&save, played(program, game, *deal, *moves)?)?;
                format!("play --load '{}'", save.display())
            }
            None => String::new(),
        };
        let screen = shoot(name, program, &arguments, (*width, *height), keys);
        let _ = std::fs::remove_file(&save);
        let svg = svg(&screen?, *width, *height);
        let path = folder.join(format!("{name}.svg"));
        std::fs::write(&path, svg).with_context(|| format!("cannot write {}", path.display()))?;
        println!("{}", path.display());
    }
    Ok(())
}

/// Returns a save of a deal with this many moves of the solver's line.
fn played(program: &Path, game: &str, deal: u64, moves: usize) -> Result<String> {
    let number = deal.to_string();
    let out = Command::new(program).args(["solve", game, "--deal", &number, "--moves"]).output()?;
    let text = String::from_utf8_lossy(&out.stdout);
    let line = text.lines().find(|line| line.contains('-') && !line.contains(" win "));
    let line = line.with_context(|| format!("{game} {deal} has no winning line:\n{text}"))?;
    let moves: Vec<&str> = line.split_whitespace().take(moves).collect();
    Ok(format!("talon save 1\ngame {game}\ndeal {deal}\nauto off\nmoves\n{}\nend\n", moves.join("\n")))
}

fn shoot(
    name: &str,
    program: &Path,
    arguments: &str,
    (width, height): (u16, u16),
    keys: &str,
) -> Result<String> {
    // Each picture has its own server, since the previous one may still be shutting down.
    let socket = format!("talon-screenshot-{name}-{}", std::process::id());
    let data = std::env::temp_dir().join(&socket);
    let tmux = |arguments: &[&str]| -> Result<String> {
        let out = Command::new("tmux").args(["-L", &socket]).args(arguments).output();
        let out = out.context("tmux is needed: `apt-get install tmux`")?;
        Ok(String::from_utf8_lossy(&out.stdout).into_owned())
    };
    let (columns, rows) = (width.to_string(), height.to_string());
    let data_variable = format!("TALON_DATA={}", data.display());
    let line = format!("exec '{}' {arguments}", program.display());
    let mut start = vec!["-f", "/dev/null", "new-session", "-d", "-x", &columns, "-y", &rows];
    start.extend(["-e", &data_variable, "-e", "COLORTERM=truecolor", "-e", "NO_COLOR=", &line]);
    tmux(&start)?;
    tmux(&["set", "-g", "status", "off"])?;
    let mut screen = String::new();
    for _ in 0..200 {
        std::thread::sleep(Duration::from_millis(50));
        screen = tmux(&["capture-pane", "-p"])?;
        if screen.contains("? help") {
            break;
        }
    }
    for key in keys.chars() {
        tmux(&["send-keys", "-l", &key.to_string()])?;
        // Wait for the animation to end.
        std::thread::sleep(Duration::from_millis(400));
    }
    std::thread::sleep(Duration::from_millis(800));
    let coloured = tmux(&["capture-pane", "-p", "-e", "-N"])?;
    tmux(&["kill-server"])?;
    // The books of the picture are not needed any more.
    let _ = std::fs::remove_dir_all(&data);
    if !screen.contains("? help") {
        bail!("the program did not start:\n{screen}");
    }
    Ok(coloured)
}

/// The colours and weight of a piece of text.
#[derive(Clone, Default, PartialEq)]
struct Ink {
    front: Option<String>,
    back: Option<String>,
    bold: bool,
    dim: bool,
    reversed: bool,
}

impl Ink {
    /// Applies the numbers of one SGR sequence.
    fn take(&mut self, codes: &str) {
        let mut codes = codes.split([';', ':']).map(|code| code.parse::<u16>().unwrap_or(0));
        while let Some(code) = codes.next() {
            match code {
                0 => *self = Ink::default(),
                1 => self.bold = true,
                2 => self.dim = true,
                7 => self.reversed = true,
                22 => (self.bold, self.dim) = (false, false),
                27 => self.reversed = false,
                39 => self.front = None,
                49 => self.back = None,
                38 | 48 if codes.next() == Some(2) => {
                    let mut part = || codes.next().unwrap_or(0);
                    let colour = format!("#{:02x}{:02x}{:02x}", part(), part(), part());
                    *(if code == 38 { &mut self.front } else { &mut self.back }) = Some(colour);
                }
                _ => {}
            }
        }
    }
}

/// Converts a screen with colour codes to a picture.
fn svg(screen: &str, width: u16, height: u16) -> String {
    const CELL: (f64, f64) = (8.4, 17.0);
    let (w, h) = (f64::from(width) * CELL.0, f64::from(height) * CELL.1);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w:.0} {h:.0}\" width=\"{w:.0}\" height=\"{h:.0}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#0b4f33\"/>\n"
    );
    let mut ink = Ink::default();
    for (row, line) in screen.lines().enumerate() {
        let mut column = 0usize;
        let mut rest = line;
        while !rest.is_empty() {
            if let Some(codes) = rest.strip_prefix("\x1b[") {
                let end = codes.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(codes.len());
                if codes[end..].starts_with('m') {
                    ink.take(&codes[..end]);
                }
                rest = codes.get(end + 1..).unwrap_or("");
                continue;
            }
            let end = rest.find('\x1b').filter(|at| *at > 0).unwrap_or(rest.len());
            let (text, after) = rest.split_at(end);
            let count = text.chars().count();
            piece(&mut out, &ink, text, (column as f64 * CELL.0, row as f64 * CELL.1), CELL);
            column += count;
            rest = after;
        }
    }
    out += "</svg>\n";
    out
}

fn piece(out: &mut String, ink: &Ink, text: &str, (x, y): (f64, f64), cell: (f64, f64)) {
    let count = text.chars().count() as f64;
    let (mut front, mut back) =
        (ink.front.clone().unwrap_or("#e6efe8".into()), ink.back.clone().unwrap_or("#0b4f33".into()));
    if ink.reversed {
        std::mem::swap(&mut front, &mut back);
    }
    let _ = writeln!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{back}\"/>",
        count * cell.0 + 0.3,
        cell.1 + 0.3
    );
    if text.trim().is_empty() {
        return;
    }
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let weight = if ink.bold { " font-weight=\"bold\"" } else { "" };
    let faint = if ink.dim { " opacity=\"0.6\"" } else { "" };
    // The length is given, so that the columns stay aligned in every font.
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{:.1}\" textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\" fill=\"{front}\"{weight}{faint}>{escaped}</text>",
        y + cell.1 * 0.76,
        count * cell.0
    );
}
