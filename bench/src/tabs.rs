//! Open websockets. Each stands for a browser tab of a signed-in person.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use futures_util::SinkExt;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use crate::Outcome;

/// Maximum time to wait for notifications.
const NOTIFICATION_TIMEOUT: Duration = Duration::from_mins(1);
/// Number of connections that are opened at once.
const AT_ONCE: usize = 32;
/// Size of the read buffer. Notifications are far shorter. With the default of 128 KiB, thousands
/// of buffers would not fit the processor's caches.
const READ_BUFFER: usize = 4 * 1024;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

#[derive(Debug, Clone)]
pub(crate) struct Person {
    pub(crate) user: i64,
    pub(crate) token: String,
}

/// Open websockets. They are closed when dropped.
pub(crate) struct Tabs {
    open: usize,
    arrivals: Receiver<Outcome<Instant>>,
    _runtime: Runtime,
}

impl Tabs {
    /// Opens `each` websockets per person, and waits until each has received its first list.
    pub(crate) fn open(host: &str, people: &[Person], each: usize) -> Outcome<Self> {
        // One thread is enough and leaves the other processors to the server.
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let address = format!("ws://{host}/ws/notifications");
        let owners = people.iter().flat_map(|person| std::iter::repeat_n(person, each));
        let sockets: Vec<Socket> = runtime.block_on(
            stream::iter(owners.map(|person| connect_signed_in(&address, person)))
                .buffer_unordered(AT_ONCE)
                .try_collect(),
        )?;
        let (sender, arrivals) = mpsc::channel();
        let open = sockets.len();
        for socket in sockets {
            runtime.spawn(listen(socket, sender.clone()));
        }
        Ok(Self {
            open,
            arrivals,
            _runtime: runtime,
        })
    }

    /// Waits until each websocket has received a notification. Returns the sorted times of arrival.
    pub(crate) fn wait_for_notifications(&self) -> Outcome<Vec<Instant>> {
        let deadline = Instant::now() + NOTIFICATION_TIMEOUT;
        let mut times = Vec::with_capacity(self.open);
        while times.len() < self.open {
            match self
                .arrivals
                .recv_timeout(deadline.saturating_duration_since(Instant::now()))
            {
                Ok(at) => times.push(at?),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(
                        format!("only {} of {} websockets were notified", times.len(), self.open).into(),
                    );
                }
                Err(RecvTimeoutError::Disconnected) => return Err("all websockets are closed".into()),
            }
        }
        times.sort_unstable();
        Ok(times)
    }
}

/// Connects, authenticates and reads the list of unread notifications.
async fn connect_signed_in(address: &str, person: &Person) -> Outcome<Socket> {
    let settings = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
    let (mut socket, _) = connect_async_with_config(address, Some(settings), true).await?;
    let first = json!({ "user_id": person.user, "token": person.token }).to_string();
    socket.send(Message::text(first)).await?;
    match next(&mut socket).await? {
        (_, message) if message["type"] == "notifications" => Ok(socket),
        (_, other) => Err(format!("the first message was {other}").into()),
    }
}

/// Reports the time of each notification until the websocket is closed.
async fn listen(mut socket: Socket, sender: Sender<Outcome<Instant>>) {
    loop {
        let result = match next(&mut socket).await {
            Ok((at, message)) if message["type"] == "notification.created" => Ok(at),
            // Decisions send these too. They are not measured.
            Ok((_, message)) if message["type"] == "requests.changed" => continue,
            Ok((_, other)) => Err(format!("a websocket sent {other}").into()),
            Err(error) => Err(error),
        };
        let is_over = result.is_err();
        if sender.send(result).is_err() || is_over {
            return;
        }
    }
}

/// Returns the next message other than a ping, with its time of arrival. Pings are answered
/// meanwhile.
async fn next(socket: &mut Socket) -> Outcome<(Instant, Value)> {
    loop {
        let message = socket.next().await.ok_or("a websocket hung up")??;
        let at = Instant::now();
        match message {
            Message::Ping(_) => {}
            Message::Text(text) => return Ok((at, serde_json::from_str(&text)?)),
            other => return Err(format!("a websocket sent {other:?}").into()),
        }
    }
}
