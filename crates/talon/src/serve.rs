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
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
}

impl Serve {
    /// Serves until it is interrupted.
    pub fn run(self) -> Result<()> {
        let options = web::Options { host: self.host, port: self.port, books: store::folder() };
        let open = self.open;
        web::serve(&options, |url| {
            println!("Talon is at {url} (Ctrl-C ends it)");
            if open && !browse(url) {
                eprintln!("talon: no browser could be opened; visit {url}");
            }
        })
        .with_context(|| format!("cannot serve on {}:{}", options.host, options.port))
    }
}

/// Asks the desktop to show an address.
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
        command.spawn().is_ok()
    })
}
