//! `PUT users/update_profile/{user_id}/`.

use aditus_domain::roles::Role;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::people::{Installation, email_of};
use crate::server::TestServer;

on_both_databases!(
    names_and_work_are_changed,
    missing_fields_are_named,
    nothing_else_can_be_changed
);

fn profile() -> Value {
    json!({
        "fname": " Zoë ", "middle_name": "Maria", "sname": "Ångström", "designation": "Head of unit",
        "department": "Statistics",
    })
}

fn names_and_work_are_changed(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let before = ada.client.get("users/detailuser/").json()["user"].clone();
    let path = format!("users/update_profile/{}/", ada.user);
    let done = json!({ "code": 200, "message": "Successfully updated your profile" });
    assert_eq!(ada.client.put(&path, &profile()).json(), done);
    let mut expected = before;
    for (field, value) in [
        ("fname", "Zoë"),
        ("middle_name", "Maria"),
        ("sname", "Ångström"),
        ("designation", "Head of unit"),
        ("department", "Statistics"),
    ] {
        expected[field] = json!(value);
    }
    assert_eq!(ada.client.get("users/detailuser/").json()["user"], expected);
    let mut without = profile();
    without["middle_name"] = Value::Null;
    assert_eq!(ada.client.put(&path, &without).status, 200);
    assert_eq!(
        ada.client.get("users/detailuser/").json()["user"]["middle_name"],
        Value::Null
    );
}

fn missing_fields_are_named(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let path = format!("users/update_profile/{}/", ada.user);
    let empty = ada.client.put(&path, &json!({}));
    empty.refuses_field(400, "fname", "First Name is required");
    let errors = empty.json()["errors"].clone();
    assert_eq!(errors["sname"][0], "Last Name is required");
    assert_eq!(errors["designation"][0], "Designation is required");
    assert_eq!(errors["department"][0], "Department is required");
    let proof = ada.client.post("users/verify-otp/", &json!({}));
    proof.names_fields(&["username", "otp"]);
    let phone = ada.client.patch("users/update-user-phone/", &json!({}));
    phone.names_fields(&["phone", "otp"]);
    assert_eq!(ada.client.get("users/detailuser/").json()["user"]["fname"], "Ada");
}

fn nothing_else_can_be_changed(server: &TestServer) {
    let installation = Installation::new(server);
    let ada = installation.person("Ada", Role::DataRequester);
    let eve = installation.person("Eve", Role::SuperUser);
    for other in [ada.user.0, 999_999] {
        let path = format!("users/update_profile/{other}/");
        eve.client
            .put(&path, &profile())
            .refuses(403, "You may only do this for yourself.");
    }
    let path = format!("users/update_profile/{}/", ada.user);
    for (field, value) in [
        ("org", json!(installation.provider.0)),
        ("org_email", json!("new@people.example")),
        ("phone", json!("+256772000111")),
        ("email_is_verified", json!(true)),
        ("is_active", json!("Active")),
        ("user_id", json!(eve.user.0)),
    ] {
        let mut body = profile();
        body[field] = value;
        assert_eq!(ada.client.put(&path, &body).status, 400, "{field}");
    }
    let user = ada.client.get("users/detailuser/").json()["user"].clone();
    assert_eq!(
        (&user["org_email"], &user["fname"]),
        (&json!(email_of("Ada")), &json!("Ada"))
    );
}
