//! Tests of text messages of the real binary, with an HTTP gateway.

use std::net::{SocketAddr, TcpListener};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use aditus_application::testing::http::{ReceivedRequest, start_server};

use crate::installation::{Installation, Server, stderr_text, stdout_text};

const PASSWORD: &str = "Quiet-River-7!";
const NUMBER: &str = "+256772000111";

/// Starts a gateway that forwards posted messages. It runs until the test's process ends.
fn gateway() -> (SocketAddr, Receiver<ReceivedRequest>) {
    let (sender, posts) = channel();
    let address = start_server(move |asked| {
        if asked.method == "POST" {
            // The test may have dropped the receiver.
            let _ = sender.send(asked);
        }
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    });
    (address, posts)
}

fn with_super_user(installation: &Installation) {
    let arguments =
        "create-super-user --email ada@aditus.example --fname Ada --sname Okello --phone +12125550199";
    let created = installation
        .aditus(&arguments.split(' ').collect::<Vec<_>>())
        .env("ADITUS_NEW_PASSWORD", PASSWORD)
        .output()
        .unwrap();
    assert!(created.status.success(), "{}", stderr_text(&created));
}

#[test]
fn the_code_of_a_phone_change_is_sent_as_a_text_message() {
    for mut installation in Installation::on_both() {
        let (address, posts) = gateway();
        with_super_user(&installation);
        installation.configure("ADITUS_TEXT_GATEWAY_URL", &format!("http://{address}/messages"));
        installation.configure("ADITUS_TEXT_GATEWAY_SECRET", "Bearer s3cret");

        let checked = installation.run(&["check"]);
        let expected = format!("OK     text messages: http://{address}/messages answers; nothing was sent");
        assert!(
            stdout_text(&checked).contains(&expected),
            "{}",
            stdout_text(&checked)
        );
        assert!(posts.try_recv().is_err());

        let server = Server::start(&installation, &[]);
        let token = server.sign_in("ada@aditus.example", PASSWORD);
        let password = serde_json::json!({ "password": PASSWORD }).to_string();
        let confirm = "/api/v1/users/confirm-password/";
        assert_eq!(server.call("POST", confirm, Some(&token), Some(&password)).0, 200);
        let body = serde_json::json!({ "phone": NUMBER }).to_string();
        let (status, asked) = server.call("POST", "/api/v1/users/setting-otp/", Some(&token), Some(&body));
        assert_eq!(status, 200, "{asked}");
        let post = posts.recv_timeout(Duration::from_mins(1)).expect("a post");
        assert_eq!(post.headers["authorization"], "Bearer s3cret");
        let message: serde_json::Value = serde_json::from_slice(&post.body).unwrap();
        assert_eq!(message["to"], NUMBER);
        let otp = &message["text"].as_str().unwrap()[..6];
        let body = serde_json::json!({ "phone": NUMBER, "otp": otp }).to_string();
        let (status, changed) = server.call(
            "PATCH",
            "/api/v1/users/update-user-phone/",
            Some(&token),
            Some(&body),
        );
        assert_eq!(status, 200, "{changed}");
        assert_eq!(server.end("-TERM"), Some(0));
    }
}

#[test]
fn an_unreachable_gateway_is_reported_by_check() {
    let mut installation = Installation::on_sqlite();
    with_super_user(&installation);
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    installation.configure(
        "ADITUS_TEXT_GATEWAY_URL",
        &format!("http://ada:s3cret@{closed}/?key=s3cret"),
    );
    let checked = installation.run(&["check"]);
    let text = stdout_text(&checked);
    assert_eq!(checked.status.code(), Some(1), "{text}");
    assert!(
        text.contains(&format!("WRONG  text messages: http://ada:***@{closed}/: ")),
        "{text}"
    );
    assert!(text.contains("check ADITUS_TEXT_GATEWAY_URL"), "{text}");
    assert!(!text.contains("s3cret"), "{text}");

    installation.configure("ADITUS_TEXT_GATEWAY_URL", "gateway");
    let refused = installation.run(&["check"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        stderr_text(&refused)
            .contains("ADITUS_TEXT_GATEWAY_URL: text_gateway.url must be an address such as"),
        "{}",
        stderr_text(&refused)
    );
}
