//! The connections that are open: how many there may be, which one is closed for a new one, and how long a
//! client may refuse to read.
//!
//! A client that opens many connections, or asks and never reads, must not keep the others out. When there is
//! no room for a new connection, the one that has neither sent nor taken anything for the longest time is
//! closed. A player's connection is at work or newly opened, so it is never that one for long.

use std::collections::HashMap;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::task::AbortHandle;
use tokio::time::{Sleep, sleep};

/// How long a client may take to read anything of what it has asked for.
const READ_TIME: Duration = Duration::from_secs(10);

/// The open connections.
pub(crate) struct Connections {
    most: usize,
    start: Instant,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    next: u64,
    open: HashMap<u64, Open>,
}

struct Open {
    /// When the client last sent or took something.
    progress: Arc<AtomicU64>,
    task: AbortHandle,
}

impl Connections {
    /// At most `most` connections at a time.
    pub(crate) fn new(most: usize) -> Arc<Connections> {
        Arc::new(Connections { most, start: Instant::now(), table: Mutex::default() })
    }

    /// Serves a connection by a task of its own. `serve` gets the stream, which ends if its client stops
    /// reading.
    pub(crate) fn open<S, F>(self: &Arc<Self>, stream: S, serve: impl FnOnce(Patient<S>) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let mut table = self.table();
        while table.open.len() >= self.most {
            table.close_stalest();
        }
        let id = table.next;
        table.next += 1;
        let progress = Arc::new(AtomicU64::new(self.now()));
        let entry = Entry { connections: self.clone(), id };
        let clock = Clock { start: self.start, progress: progress.clone() };
        let served = serve(Patient { stream, limit: READ_TIME, stalled: None, clock: Some(clock) });
        let task = tokio::spawn(async move {
            let _entry = entry;
            served.await;
        });
        table.open.insert(id, Open { progress, task: task.abort_handle() });
    }

    /// Closes the connection that has stalled for the longest time, if there is any.
    pub(crate) fn make_room(&self) {
        self.table().close_stalest();
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> u64 {
        millis(self.start)
    }
}

impl Table {
    fn close_stalest(&mut self) {
        let stalest = self.open.iter().min_by_key(|(id, open)| (open.progress.load(Ordering::Relaxed), **id));
        if let Some(open) = stalest.map(|(id, _)| *id).and_then(|id| self.open.remove(&id)) {
            open.task.abort();
        }
    }
}

/// An entry in the table, which is removed when the connection ends.
struct Entry {
    connections: Arc<Connections>,
    id: u64,
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.connections.table().open.remove(&self.id);
    }
}

/// Notes when something was sent or taken.
struct Clock {
    start: Instant,
    progress: Arc<AtomicU64>,
}

fn millis(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// A stream that fails if the other side takes nothing for some time although there is something to write.
pub(crate) struct Patient<S> {
    stream: S,
    limit: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
    clock: Option<Clock>,
}

impl<S> Patient<S> {
    fn has_moved(&mut self) {
        if let Some(clock) = &self.clock {
            clock.progress.store(millis(clock.start), Ordering::Relaxed);
        }
    }

    /// Turns a write that waits for too long into an error.
    fn limited(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            self.has_moved();
            return written;
        }
        let limit = self.limit;
        ready!(self.stalled.get_or_insert_with(|| Box::pin(sleep(limit))).as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            self.has_moved();
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.limited(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.limited(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    #[tokio::test]
    async fn a_write_fails_if_nobody_reads() {
        let (near, mut far) = duplex(16);
        let limit = Duration::from_millis(50);
        let mut near = Patient { stream: near, limit, stalled: None, clock: None };
        near.write_all(&[1; 16]).await.unwrap();
        // As long as something is read now and then, the write goes on.
        let reading = async {
            for _ in 0..4 {
                sleep(limit / 5).await;
                far.read_exact(&mut [0; 16]).await.unwrap();
            }
        };
        let (written, ()) = tokio::join!(near.write_all(&[2; 64]), reading);
        written.unwrap();
        assert_eq!(near.write_all(&[3; 16]).await.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_new_connection_takes_the_place_of_the_stalest() {
        let connections = Connections::new(2);
        let open = || {
            let (near, far) = duplex(16);
            connections.open(near, |mut stream| async move {
                while let Ok(1..) = stream.read(&mut [0; 16]).await {}
            });
            far
        };
        let (mut first, mut second) = (open(), open());
        sleep(Duration::from_millis(5)).await;
        first.write_all(b"one").await.unwrap();
        // The first one's progress is noted before the third one comes.
        while connections.table().open.values().all(|open| open.progress.load(Ordering::Relaxed) < 5) {
            sleep(Duration::from_millis(1)).await;
        }
        let mut third = open();
        assert_eq!(second.read(&mut [0; 1]).await.unwrap(), 0, "the second one is closed");
        first.write_all(b"still here").await.unwrap();
        third.write_all(b"here").await.unwrap();
        drop((first, third));
        while !connections.table().open.is_empty() {
            sleep(Duration::from_millis(1)).await;
        }
    }
}
