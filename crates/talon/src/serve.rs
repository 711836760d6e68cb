//! `talon serve`: the page, in a browser on this machine.

use anyhow::{Context, Result};
use clap::Args;
use std::process::{Command, Stdio};

/// Play in the browser.
#[derive(Args)]
pub struct Serve {
    /// The port; 0 takes a free one.
    #[arg(long, value_name = "PORT", default_value_t = 8025)]
    port: u16,
    /// The address to listen on; the default can be reached from this machine only.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,
    /// Do not open the page in the browser.
    #[arg(long)]
    no_open: bool,
    /// End when the standard input ends: for programs that start this one.
    #[arg(long)]
    until_eof: bool,
}

impl Serve {
    /// Serves until it is interrupted.
    pub fn run(self) -> Result<()> {
        let options = web::Options { host: self.host, port: self.port, books: store::folder() };
        if self.until_eof {
            std::thread::spawn(|| {
                // Whatever comes, only its end matters; an error is an end, too.
                let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
                std::process::exit(0);
            });
        }
        let open = !self.no_open && has_desktop();
        web::serve(&options, |url| {
            println!("Talon is at {url} (Ctrl-C ends it)");
            if open && !browse(url) {
                eprintln!("talon: no browser could be opened; visit {url}");
            }
        })
        .with_context(|| format!("cannot serve on {}:{}", options.host, options.port))
    }
}

/// Is there a desktop to show a page on? Without one, `xdg-open` would take the terminal for a browser of its own.
fn has_desktop() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"].into_iter().any(set)
}

/// Asks the desktop to show an address; it is not waited for.
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
        // The opener may stay as long as the browser: somebody has to be there when it ends.
        command.spawn().map(|mut child| std::thread::spawn(move || child.wait())).is_ok()
    })
}
