//! The owner of an account gets a mail at a sign-in in a new browser (decisions A12).

use aditus_application::accounts::sign_in::{Command, Error, execute};
use aditus_application::ports::MailMessage;
use chrono::TimeDelta;

use crate::world::World;
use crate::world::people::{PASSWORD, address_of};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0";
const ADDRESS: &str = "203.0.113.7";

/// Signs Ada in from the browser with this cookie and returns its new cookie.
fn sign_in(world: &World, cookie: &str, password: &str) -> Result<String, Error> {
    let command = Command {
        username: address_of("Ada"),
        password: password.to_owned(),
        address: ADDRESS.to_owned(),
        user_agent: FIREFOX.to_owned(),
        browser: cookie.to_owned(),
    };
    Ok(execute(&world.ports, &command)?.signed_in().unwrap().browser)
}

fn mails(world: &World) -> Vec<MailMessage> {
    world.mails_to(&address_of("Ada"))
}

#[test]
fn a_sign_in_in_a_new_browser_is_mailed_once_with_device_time_and_advice() {
    let world = World::new();
    world.person("Ada");
    let cookie = sign_in(&world, "", PASSWORD).unwrap();
    let mail = mails(&world).remove(0);
    assert_eq!(mail.subject, "Aditus: New sign-in to your account");
    let when = world.now().format("%-d %B %Y at %H:%M UTC");
    for part in [&mail.text, &mail.html] {
        for said in [
            &*format!("A new browser signed in to your Aditus account on {when}: Firefox on Linux."),
            "reset your password now and tell the administrator",
            "/profile?section=security",
        ] {
            assert!(part.contains(said), "{said} in {part}");
        }
        assert!(!part.contains(ADDRESS), "no address of a network: {part}");
    }
    let cookie = sign_in(&world, &cookie, PASSWORD).unwrap();
    sign_in(&world, &cookie, PASSWORD).unwrap();
    assert_eq!(mails(&world).len(), 1, "the browser is known");
    sign_in(&world, "", PASSWORD).unwrap();
    assert_eq!(mails(&world).len(), 2, "another one is not");
}

#[test]
fn a_client_without_cookies_causes_only_the_first_mails_of_a_day() {
    let world = World::new();
    world.person("Ada");
    for _ in 0..7 {
        sign_in(&world, "", PASSWORD).unwrap();
        world.wait(TimeDelta::minutes(1));
    }
    let sent = mails(&world);
    assert_eq!(sent.len(), 5);
    let limit = "The number of these emails is limited (5 in 1 day)";
    assert!(sent.iter().all(|mail| mail.text.contains(limit)), "{sent:?}");
    world.wait(TimeDelta::days(1));
    sign_in(&world, "", PASSWORD).unwrap();
    assert_eq!(mails(&world).len(), 6);
}

#[test]
fn a_browser_that_is_known_to_another_account_or_no_longer_is_new() {
    let world = World::new();
    world.person("Ada");
    world.person("Eve");
    let cookie = sign_in(&world, &world.browser_of("Eve"), PASSWORD).unwrap();
    assert_eq!(mails(&world).len(), 1);
    world.wait(TimeDelta::days(90));
    sign_in(&world, &cookie, PASSWORD).unwrap();
    assert_eq!(mails(&world).len(), 2);
}

#[test]
fn a_wrong_password_in_a_new_browser_sends_no_mail() {
    let world = World::new();
    world.person("Ada");
    assert!(sign_in(&world, "", "Other-2026!").is_err());
    assert_eq!(mails(&world), []);
}

#[test]
fn the_mail_goes_to_the_address_at_the_time_of_the_sign_in() {
    let world = World::new();
    let ada = world.person("Ada");
    sign_in(&world, "", PASSWORD).unwrap();
    world.change_account(ada, |account| account.org_email = None);
    assert_eq!(mails(&world).len(), 1);
}
