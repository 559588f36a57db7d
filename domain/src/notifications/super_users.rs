//! The notice to Super Users about people who gained or lost the role.

/// A person, by full name, who gained or lost the role of a Super User.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuperUserChange<'a> {
    /// The person can use the role now.
    Gained(&'a str),
    /// The person can no longer use the role.
    Lost(&'a str),
}

/// The originator of a change, from the recipient's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Originator<'a> {
    /// The recipient.
    Recipient,
    /// Another person, by full name.
    Person(&'a str),
    /// An operator, by a command on the server.
    Operator,
}

/// The notice to one Super User about changes of other Super Users. It concerns the security of the
/// installation. For this reason it has no [`Occasion`](super::Occasion) whose emails could be
/// turned off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuperUserNotice<'a> {
    /// The people who gained or lost the role, without the recipient.
    pub changes: Vec<SuperUserChange<'a>>,
    /// The originator of the change.
    pub by: Originator<'a>,
}

impl SuperUserNotice<'_> {
    /// The kind that is stored with the notifications.
    pub const KIND: &'static str = "super_user_changed";

    /// The heading of the email.
    pub fn title(&self) -> &'static str {
        let gained = |change: &SuperUserChange<'_>| matches!(change, SuperUserChange::Gained(_));
        match &self.changes[..] {
            [SuperUserChange::Gained(_)] => "There is a new Super User",
            [SuperUserChange::Lost(_)] => "A Super User lost the role",
            changes if changes.iter().all(gained) => "There are new Super Users",
            _ => "The Super Users have changed",
        }
    }

    /// The text of the notification.
    pub fn message(&self) -> String {
        let mut sentences: Vec<String> = self
            .changes
            .iter()
            .map(|change| match change {
                SuperUserChange::Gained(person) => format!("{person} is a Super User now."),
                SuperUserChange::Lost(person) => format!("{person} is no longer a Super User."),
            })
            .collect();
        sentences.push(match self.by {
            Originator::Recipient => "You made this change.".to_owned(),
            Originator::Person(name) => format!("{name} made this change."),
            Originator::Operator => "An operator of the server made this change.".to_owned(),
        });
        sentences.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::SuperUserChange::{Gained, Lost};
    use super::*;

    fn notice<'a>(changes: &[SuperUserChange<'a>], by: Originator<'a>) -> SuperUserNotice<'a> {
        SuperUserNotice {
            changes: changes.to_vec(),
            by,
        }
    }

    #[test]
    fn the_message_names_the_people_and_the_originator() {
        for (changes, by, message) in [
            (
                vec![Gained("Ada Okello")],
                Originator::Person("Sol Okello"),
                "Ada Okello is a Super User now. Sol Okello made this change.",
            ),
            (
                vec![Lost("Ada Okello")],
                Originator::Recipient,
                "Ada Okello is no longer a Super User. You made this change.",
            ),
            (
                vec![Gained("Ada Okello"), Gained("Ben Otim")],
                Originator::Operator,
                "Ada Okello is a Super User now. Ben Otim is a Super User now. An operator of the server made this \
                 change.",
            ),
        ] {
            assert_eq!(notice(&changes, by).message(), message);
        }
    }

    #[test]
    fn title_distinguishes_gains_and_losses() {
        let title = |changes: &[SuperUserChange<'_>]| notice(changes, Originator::Operator).title();
        assert_eq!(title(&[Gained("Ada")]), "There is a new Super User");
        assert_eq!(title(&[Lost("Ada")]), "A Super User lost the role");
        assert_eq!(
            title(&[Gained("Ada"), Gained("Ben")]),
            "There are new Super Users"
        );
        assert_eq!(title(&[Lost("Ada"), Lost("Ben")]), "The Super Users have changed");
    }
}
