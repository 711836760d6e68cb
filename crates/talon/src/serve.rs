//! `talon serve`: serves the page for a browser on this machine.

use crate::output;
use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::process::{Command, Stdio};

/// Play in the browser
#[derive(Args)]
#[command(
    after_help = "Examples:\n  talon serve\n  talon serve --port 0 --no-open     a free port; open the address yourself"
)]
pub struct Serve {
    /// The port; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 8025)]
    port: u16,
    /// The address to listen on; the default can be reached from this machine only
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,
    /// Do not open the page in the browser
    #[arg(long)]
    no_open: bool,
    /// Exit when standard input ends, for programs that start this one
    #[arg(long)]
    until_eof: bool,
}

impl Serve {
    /// Serves the page until it is interrupted.
    pub fn run(self) -> Result<()> {
        let options = talon_web::Options { host: self.host, port: self.port, books: talon_store::folder() };
        if self.until_eof {
            std::thread::spawn(|| {
                // The content does not matter, only its end; an error is an end too.
                let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
                std::process::exit(0);
            });
        }
        let open = !self.no_open && has_desktop();
        Ok(talon_web::serve(&options, |place| {
            let url = &place.url;
            // The server works even if nobody can read these words.
            let _ = writeln!(output::stdout(), "Talon is running at {url} (Ctrl-C stops it)");
            if let Some(outside) = &place.outside {
                output::note(format_args!(
                    "Other machines reach it at {outside}. Anybody who can reach that address can play there and \
                     use this machine for searches, and nothing is encrypted. Your books stay closed: every page \
                     keeps its own records in its browser."
                ));
            }
            if open && !browse(url) {
                output::note(format_args!("talon: Cannot open a browser. Visit {url}"));
            }
        })?)
    }
}

/// Returns `true` if there is a desktop. Without one, `xdg-open` would start a browser in the terminal.
fn has_desktop() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"].into_iter().any(set)
}

/// Asks the desktop to open an address, without waiting for it.
fn browse(url: &str) -> bool {
    let openers: &[(&str, &[&str])] = if cfg!(target_os = "macos") {
        &[("open", &[])]
    } else if cfg!(windows) {
        &[("cmd", &["/C", "start", ""])]
    } else {
        &[("xdg-open", &[]), ("wslview", &[])]
    };
    openers.iter().any(|(program, arguments)| {
        let mut command = Command::new(program);
        command.args(*arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // The opener may run as long as the browser; a thread waits for its end.
        command.spawn().map(|mut child| std::thread::spawn(move || child.wait())).is_ok()
    })
}
