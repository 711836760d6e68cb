//! `--jobs`: how many threads work at a time.

use crate::output;

/// Threads beyond the cores only cost memory. Some more than cores are allowed, because another program may
/// hold a core for a while.
const PER_CORE: usize = 4;

/// Reads the number of threads. More than this machine can use are cut to what it can, with a note.
///
/// # Errors
/// If it is not a number, or 0.
pub fn read(text: &str) -> Result<usize, String> {
    let asked: u64 = text.parse().map_err(|_| "give a whole number of threads".to_string())?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let most = PER_CORE * cores;
    match usize::try_from(asked) {
        Ok(0) => Err("at least one thread is needed".into()),
        Ok(asked) if asked <= most => Ok(asked),
        _ => {
            let cores = talon_rules::plural(cores as u64, "core");
            output::note(format_args!(
                "--jobs {asked}: this machine has {cores}, so {most} threads are used"
            ));
            Ok(most)
        }
    }
}
