//! Lets a command clean up after Ctrl-C or a termination signal.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::signal::unix::{SignalKind, signal};

/// Records signals until the program ends.
#[derive(Clone, Default)]
pub(crate) struct TerminationSignal(Arc<AtomicBool>);

impl TerminationSignal {
    /// Starts to listen in the background. If that fails, a signal ends the program at once, as it
    /// would by default.
    pub(crate) fn listen() -> Self {
        let signal_flag = Self::default();
        let (listening, ready) = std::sync::mpsc::channel();
        let flag = signal_flag.clone();
        let thread = std::thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || flag.wait(&listening));
        if thread.is_ok() {
            // Fails if the thread cannot listen: it drops the sender.
            let _ = ready.recv();
        }
        signal_flag
    }

    fn wait(&self, ready: &std::sync::mpsc::Sender<()>) {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
            return;
        };
        runtime.block_on(async {
            let signals = signal(SignalKind::terminate())
                .and_then(|terminate| Ok((terminate, signal(SignalKind::interrupt())?)));
            let Ok((mut terminate, mut interrupt)) = signals else {
                return;
            };
            // The receiver may have been dropped already.
            let _ = ready.send(());
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            self.0.store(true, Ordering::SeqCst);
        });
    }

    /// Returns true after a signal.
    pub(crate) fn was_received(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
