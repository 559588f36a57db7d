//! Tests of the websocket with a real server and a real client.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod read_marks;
mod world;

use std::sync::atomic::Ordering;
use std::time::Duration;

use aditus_application::ports::Signal;
use aditus_domain::ids::{SessionId, UserId};
use aditus_push::PushSettings;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use world::{LONG, World, ids, settings};

#[actix_web::test]
async fn pages_of_other_origins_cannot_connect() {
    let world = World::start(settings());
    let own = format!("http://{}", world.address);
    for (origin, allowed) in [
        (own.as_str(), true),
        ("https://aditus.example", true),
        ("http://aditus.example", false),
        ("https://aditus.example.attacker.example", false),
        ("https://attacker.example", false),
        ("null", false),
        ("", false),
    ] {
        let mut request = format!("ws://{}/ws/notifications", world.address)
            .into_client_request()
            .unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        match tokio_tungstenite::connect_async(request).await {
            Ok(_) => assert!(allowed, "{origin}"),
            Err(Error::Http(answer)) => assert!(!allowed && answer.status() == 403, "{origin}"),
            Err(error) => panic!("{origin}: {error}"),
        }
    }
}

#[actix_web::test]
async fn unread_notifications_come_first_and_new_ones_after_their_commit() {
    let world = World::start(settings());
    world.memory.add(1, 11);
    world.memory.add(2, 12);
    world.memory.commit();
    let mut client = world.connect().await;
    client.sign_in(1, "token-1-100").await;
    let expected = json!({
        "id": 11, "message": "Message 11", "role": "Data Requester", "kind": "stage_turn", "request_id": 7,
        "request_title": "Late registration of births",
        "read": false, "authored_on": "2026-09-21T14:13:20.123Z",
    });
    assert_eq!(
        client.json().await,
        json!({"type": "notifications", "notifications": [expected]})
    );
    world.memory.add(1, 13);
    world.memory.commit();
    let pushed = client.json().await;
    assert_eq!(pushed["type"], "notification.created");
    assert_eq!(ids(&pushed), [13]);
    assert_eq!(pushed["notifications"][0]["message"], "Message 13");
}

#[actix_web::test]
async fn each_tab_of_the_user_gets_a_notification_once() {
    let world = World::start(settings());
    let mut first = world.signed_in_client(1, "token-1-100").await;
    let mut second = world.signed_in_client(1, "token-1-101").await;
    let mut other = world.signed_in_client(2, "token-2-200").await;
    assert_eq!(world.hub.connections_of(UserId(1)), 2);
    for id in 1..=3 {
        world.memory.add(1, id);
        world.memory.commit();
        assert_eq!(first.created().await, [id]);
        assert_eq!(second.created().await, [id]);
    }
    world.memory.add(2, 9);
    world.memory.commit();
    assert_eq!(
        other.created().await,
        [9],
        "the first message to the other user is their own notification"
    );
}

#[actix_web::test]
async fn notifications_of_many_users_are_read_in_one_query() {
    let world = World::start(settings());
    let mut clients = Vec::new();
    for user in 1..=3 {
        clients.push(
            world
                .signed_in_client(user, &format!("token-{user}-{user}00"))
                .await,
        );
        world.memory.add(user, 10 + user);
    }
    world.memory.add(2, 20);
    world.memory.commit_without_signal();
    world.memory.signal(Signal::Missed);
    for (client, expected) in clients.iter_mut().zip([vec![11], vec![12, 20], vec![13]]) {
        for hint in ["roles.changed", "notifications.read"] {
            assert_eq!(client.json().await["type"], hint);
        }
        assert_eq!(client.created().await, expected);
    }
    assert_eq!(*world.memory.query_sizes.lock().unwrap(), [3]);
}

#[actix_web::test]
async fn uncommitted_notifications_are_not_delivered() {
    let world = World::start(settings());
    let mut client = world.signed_in_client(1, "token-1-100").await;
    world.memory.add(1, 1);
    // A signal for another reason does not reveal the uncommitted notification.
    world.memory.signal(Signal::Notified(UserId(1)));
    client.send_text("ping").await;
    assert_eq!(client.next().await, Message::text("pong"));
    assert!(
        timeout(Duration::from_millis(700), client.0.next())
            .await
            .is_err()
    );
    world.memory.commit();
    assert_eq!(client.created().await, [1]);
}

#[actix_web::test]
async fn a_notification_during_the_first_read_is_delivered() {
    let world = World::start(settings());
    world.memory.add(1, 1);
    world.memory.commit();
    let (memory, hub) = (world.memory.clone(), world.hub.clone());
    *world.backend.after_read.lock().unwrap() = Some(Box::new(move || {
        memory.add(1, 2);
        memory.commit_without_signal();
        // The worker handles the signal now, while this connection is not ready.
        assert_eq!(hub.settled_up_to(UserId(1)), None);
    }));
    let mut client = world.connect().await;
    client.sign_in(1, "token-1-100").await;
    assert_eq!(ids(&client.json().await), [1]);
    assert_eq!(client.created().await, [2]);
}

#[actix_web::test]
async fn out_of_order_commits_are_delivered_exactly_once() {
    let world = World::start(settings());
    world.memory.add(1, 4);
    world.memory.commit();
    let mut client = world.connect().await;
    client.sign_in(1, "token-1-100").await;
    assert_eq!(ids(&client.json().await), [4]);
    for committed in [7, 2, 5, 9] {
        world.memory.add(1, committed);
        world.memory.commit();
        assert_eq!(client.created().await, [committed]);
    }
}

#[actix_web::test]
async fn after_missed_signals_every_connected_user_gets_hints_and_notifications() {
    let world = World::start(settings());
    let mut first = world.signed_in_client(1, "token-1-100").await;
    let mut second = world.signed_in_client(2, "token-2-200").await;
    world.memory.add(1, 1);
    world.memory.add(2, 2);
    world.memory.commit_without_signal();
    world.memory.signal(Signal::Missed);
    for (client, id) in [(&mut first, 1), (&mut second, 2)] {
        assert_eq!(client.json().await, json!({"type": "roles.changed"}));
        assert_eq!(client.json().await, json!({"type": "notifications.read"}));
        assert_eq!(client.created().await, [id]);
    }
}

#[actix_web::test]
async fn changed_roles_reach_every_tab_of_the_user_only() {
    let world = World::start(settings());
    let mut first = world.signed_in_client(1, "token-1-100").await;
    let mut second = world.signed_in_client(1, "token-1-101").await;
    let mut other = world.signed_in_client(2, "token-2-200").await;
    world.memory.signal(Signal::RolesChanged(UserId(1)));
    for client in [&mut first, &mut second] {
        assert_eq!(client.json().await, json!({"type": "roles.changed"}));
    }
    world.memory.add(2, 9);
    world.memory.commit();
    assert_eq!(
        other.created().await,
        [9],
        "the first message to the other user is their own notification"
    );
    world.memory.add(1, 10);
    world.memory.commit();
    assert_eq!(first.created().await, [10], "the connection goes on");
}

#[actix_web::test]
async fn changed_comments_and_requests_reach_every_tab_of_the_user_only() {
    let world = World::start(settings());
    let mut first = world.signed_in_client(1, "token-1-100").await;
    let mut second = world.signed_in_client(1, "token-1-101").await;
    let mut other = world.signed_in_client(2, "token-2-200").await;
    world.memory.signal(Signal::CommentsChanged(UserId(1)));
    for client in [&mut first, &mut second] {
        assert_eq!(client.json().await, json!({"type": "comments.changed"}));
    }
    world.memory.signal(Signal::RequestsChanged(UserId(1)));
    for client in [&mut first, &mut second] {
        assert_eq!(client.json().await, json!({"type": "requests.changed"}));
    }
    world.memory.add(2, 9);
    world.memory.commit();
    assert_eq!(
        other.created().await,
        [9],
        "the first message to the other user is their own notification"
    );
}

#[actix_web::test]
async fn the_signal_of_an_ended_session_closes_its_connections() {
    let world = World::start(settings());
    let mut first = world.signed_in_client(1, "token-1-100").await;
    let mut second = world.signed_in_client(1, "token-1-100").await;
    let mut elsewhere = world.signed_in_client(1, "token-1-101").await;
    world.memory.signal(Signal::SessionEnded(SessionId(100)));
    assert_eq!(first.closed().await, CloseCode::Policy);
    assert_eq!(second.closed().await, CloseCode::Policy);
    world.memory.add(1, 1);
    world.memory.commit();
    assert_eq!(elsewhere.created().await, [1]);
}

#[actix_web::test]
async fn a_connection_is_closed_when_hints_overflow_its_queue() {
    let world = World::start(PushSettings {
        queue: 1,
        ..settings()
    });
    let _client = world.signed_in_client(1, "token-1-100").await;
    // Sends many at once, so that the queue is full before the task takes any.
    for _ in 0..100 {
        world.hub.roles_changed(UserId(1));
    }
    until(|| world.hub.connected().is_empty()).await;
}

#[actix_web::test]
async fn a_database_outage_delays_notifications_without_loss() {
    let world = World::start(settings());
    let mut client = world.signed_in_client(1, "token-1-100").await;
    world.memory.broken.store(true, Ordering::SeqCst);
    world.memory.add(1, 1);
    world.memory.commit();
    assert!(
        timeout(Duration::from_millis(100), client.0.next())
            .await
            .is_err()
    );
    world.memory.broken.store(false, Ordering::SeqCst);
    assert_eq!(client.created().await, [1]);
}

#[actix_web::test]
async fn a_panic_delays_notifications_without_loss() {
    let world = World::start(settings());
    let mut client = world.signed_in_client(1, "token-1-100").await;
    world.memory.panics_once.store(true, Ordering::SeqCst);
    world.memory.add(1, 1);
    world.memory.commit();
    assert_eq!(client.json().await, json!({"type": "roles.changed"}));
    assert_eq!(client.json().await, json!({"type": "notifications.read"}));
    assert_eq!(client.created().await, [1]);
    world.memory.add(1, 2);
    world.memory.commit();
    assert_eq!(client.created().await, [2]);
}

#[actix_web::test]
async fn notifications_beyond_one_batch_all_arrive() {
    let world = World::start(settings());
    let mut client = world.signed_in_client(1, "token-1-100").await;
    for id in 1..=250 {
        world.memory.add(1, id);
    }
    world.memory.commit();
    let mut received = Vec::new();
    while received.len() < 250 {
        received.extend(client.created().await);
    }
    assert!(received.into_iter().eq(1..=250));
}

#[actix_web::test]
async fn an_invalid_sign_in_closes_the_connection() {
    let world = World::start(settings());
    world.backend.end("token-1-101");
    for first in [
        "hello".to_owned(),
        "ping".to_owned(),
        "{}".to_owned(),
        json!({"token": "token-1-100"}).to_string(),
        json!({"user_id": 1}).to_string(),
        json!({"user_id": "1", "token": "token-1-100"}).to_string(),
        json!({"user_id": 1, "token": "token-1-100", "extra": true}).to_string(),
        json!({"user_id": 1, "token": "wrong"}).to_string(),
        json!({"user_id": 1, "token": "token-1-101"}).to_string(),
        json!({"user_id": 2, "token": "token-1-100"}).to_string(),
    ] {
        let mut client = world.connect().await;
        client.send_text(first.as_str()).await;
        assert_eq!(client.closed().await, CloseCode::Policy, "{first}");
    }
    let mut client = world.connect().await;
    client
        .0
        .send(Message::binary(
            json!({"user_id": 1, "token": "token-1-100"}).to_string(),
        ))
        .await
        .unwrap();
    assert_eq!(client.closed().await, CloseCode::Policy);
    assert!(world.hub.connected().is_empty());
}

#[actix_web::test]
async fn a_connection_without_a_sign_in_is_closed() {
    let world = World::start(PushSettings {
        sign_in_within: Duration::from_millis(50),
        ..settings()
    });
    assert_eq!(PushSettings::default().sign_in_within, Duration::from_secs(5));
    let mut client = world.connect().await;
    assert_eq!(client.closed().await, CloseCode::Policy);
}

#[actix_web::test]
async fn an_oversized_message_closes_the_connection() {
    let world = World::start(settings());
    let mut client = world.connect().await;
    client.send_text("x".repeat(5_000)).await;
    assert_eq!(client.closed().await, CloseCode::Policy);
}

#[actix_web::test]
async fn ping_is_answered_and_other_messages_close_the_connection() {
    let world = World::start(settings());
    let mut client = world.signed_in_client(1, "token-1-100").await;
    client.send_text("ping").await;
    assert_eq!(client.next().await, Message::text("pong"));
    client.send_text("anything else").await;
    assert_eq!(client.closed().await, CloseCode::Policy);
}

#[actix_web::test]
async fn clients_that_do_not_answer_pings_are_disconnected() {
    let world = World::start(PushSettings {
        ping_every: Duration::from_millis(500),
        ..settings()
    });
    let mut client = world.signed_in_client(1, "token-1-100").await;
    // The client library answers pings only while the test reads.
    for _ in 0..3 {
        assert!(matches!(
            timeout(LONG, client.0.next()).await.unwrap(),
            Some(Ok(Message::Ping(_)))
        ));
    }
    until(|| world.hub.connections_of(UserId(1)) == 0).await;
}

#[actix_web::test]
async fn a_disconnected_client_is_removed_from_the_hub() {
    let world = World::start(settings());
    let mut polite = world.signed_in_client(1, "token-1-100").await;
    let abrupt = world.signed_in_client(1, "token-1-100").await;
    polite.0.close(None).await.unwrap();
    until(|| world.hub.connections_of(UserId(1)) == 1).await;
    drop(abrupt);
    until(|| world.hub.connected().is_empty()).await;
}

#[actix_web::test]
async fn closing_a_session_closes_its_connections() {
    let world = World::start(settings());
    let mut first = world.signed_in_client(1, "token-1-100").await;
    let mut second = world.signed_in_client(1, "token-1-100").await;
    let mut elsewhere = world.signed_in_client(1, "token-1-101").await;
    world.hub.close_session(SessionId(100));
    assert_eq!(first.closed().await, CloseCode::Policy);
    assert_eq!(second.closed().await, CloseCode::Policy);
    world.memory.add(1, 1);
    world.memory.commit();
    assert_eq!(elsewhere.created().await, [1]);
}

#[actix_web::test]
async fn the_periodic_check_closes_connections_of_ended_sessions() {
    let world = World::start(PushSettings {
        recheck_every: Duration::from_millis(50),
        ..settings()
    });
    let mut client = world.signed_in_client(1, "token-1-100").await;
    world.backend.end("token-1-100");
    assert_eq!(client.closed().await, CloseCode::Policy);
}

#[actix_web::test]
async fn a_new_connection_above_the_limit_of_its_user_is_closed() {
    let world = World::start(PushSettings {
        connections_per_user: 2,
        ..settings()
    });
    let mut first = world.signed_in_client(1, "token-1-100").await;
    let _second = world.signed_in_client(1, "token-1-100").await;
    let mut third = world.connect().await;
    third.sign_in(1, "token-1-100").await;
    assert_eq!(third.closed().await, CloseCode::Again);
    let _other = world.signed_in_client(2, "token-2-200").await;
    first.0.close(None).await.unwrap();
    until(|| world.hub.connections_of(UserId(1)) == 1).await;
    let _again = world.signed_in_client(1, "token-1-100").await;
}

#[actix_web::test]
async fn a_blocked_client_is_closed_without_delaying_others() {
    let world = World::start(PushSettings {
        queue: 4,
        ..settings()
    });
    let mut slow = world.signed_in_client(1, "token-1-100").await;
    let mut quick = world.signed_in_client(1, "token-1-101").await;
    let long_message = "x".repeat(200_000);
    let mut id = 0;
    while world.hub.connections_of(UserId(1)) == 2 {
        id += 1;
        assert!(id < 1_000, "the slow client is never closed");
        let mut notification = world::notification(id);
        notification.message.clone_from(&long_message);
        world.hub.deliver(UserId(1), &[notification]);
        assert_eq!(quick.created().await, [id]);
    }
    let after = id + 1;
    world.hub.deliver(UserId(1), &[world::notification(after)]);
    assert_eq!(quick.created().await, [after]);
    // Messages that were sent already still arrive, then the close message.
    while let Some(Ok(message)) = timeout(LONG, slow.0.next()).await.unwrap() {
        assert!(
            !message
                .to_text()
                .unwrap_or_default()
                .contains(&format!("\"id\":{after},"))
        );
    }
}

#[actix_web::test]
async fn shutdown_closes_all_connections_and_accepts_no_more() {
    let world = World::start(settings());
    let mut signed_in = world.signed_in_client(1, "token-1-100").await;
    let mut waiting = world.connect().await;
    world.hub.shut_down();
    assert_eq!(signed_in.closed().await, CloseCode::Restart);
    assert_eq!(waiting.closed().await, CloseCode::Restart);
    let mut late = world.connect().await;
    assert_eq!(late.closed().await, CloseCode::Restart);
    assert!(world.hub.connected().is_empty());
}

#[actix_web::test]
async fn a_request_without_upgrade_is_refused() {
    let world = World::start(settings());
    let mut stream = tokio::net::TcpStream::connect(world.address).await.unwrap();
    let request = "GET /ws/notifications HTTP/1.1\r\nHost: aditus.example\r\nConnection: close\r\n\r\n";
    tokio::io::AsyncWriteExt::write_all(&mut stream, request.as_bytes())
        .await
        .unwrap();
    let mut answer = String::new();
    tokio::io::AsyncReadExt::read_to_string(&mut stream, &mut answer)
        .await
        .unwrap();
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
}

/// Polls, because there is no event for the end of a connection's task.
async fn until(condition: impl Fn() -> bool) {
    timeout(LONG, async {
        while !condition() {
            tokio::task::yield_now().await;
        }
    })
    .await
    .expect("it did not come about");
}
