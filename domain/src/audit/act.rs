//! Everything that leaves an entry (design P1).

use chrono::{DateTime, NaiveDate, Utc};
use thiserror::Error;

use super::field::{Field, Personal, Told};
use super::stored::{Subject, SubjectKind};
use crate::accounts::{AccountState, CodePurpose};
use crate::ids::{
    AssignedRoleId, CommentId, DataSourceId, DocumentId, ImportId, OrganisationId, ReplyId, RequestId,
    SessionId, StateId, UserId,
};
use crate::procedures::LetterNumber;
use crate::requests::VersionNumber;
use crate::requests::content::Sha256;
use crate::review::{Outcome, OverallStatus, Section, StageNumber};
use crate::roles::{Role, RoleStatus};

/// No kind of acts has this name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("There is no such kind of acts.")]
pub struct UnknownKind;

/// Makes [`Act`] and [`Kind`] of one list, so that an act has a name, words and what it must hold, or does not compile.
macro_rules! acts {
    ($($(#[$doc:meta])* $act:ident $name:literal $words:literal { $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? })+) => {
        /// Something that somebody did, with all that its entry holds of it.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[expect(missing_docs, reason = "a field is called what it is, in entries too")]
        pub enum Act {
            $($(#[$doc])* $act { $($(#[$field_doc])* $field: $type),* },)+
        }

        /// The kinds of acts.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $($(#[$doc])* $act,)+
        }

        impl Kind {
            /// The kind of this name.
            pub fn parse(name: &str) -> Result<Self, UnknownKind> {
                match name {
                    $($name => Ok(Self::$act),)+
                    _ => Err(UnknownKind),
                }
            }

            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$act),+];

            /// Its name in entries and in the API. It never changes, for entries do not.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$act => $name),+ }
            }

            /// What people call it.
            pub const fn words(self) -> &'static str {
                match self { $(Self::$act => $words),+ }
            }
        }

        impl Act {
            /// Its kind.
            pub const fn kind(&self) -> Kind {
                match self { $(Self::$act { .. } => Kind::$act),+ }
            }

            /// What the entry holds of it, by name. What there is none of is left out.
            pub fn fields(&self) -> Vec<(&'static str, Field)> {
                match self {
                    $(Self::$act { $($field),* } => {
                        let told: [(&'static str, Option<Field>); _] = [$((stringify!($field), $field.told())),*];
                        told.into_iter().filter_map(|(name, field)| Some((name, field?))).collect()
                    })+
                }
            }

            /// One of them; none where there is none of this name.
            fn field(&self, name: &str) -> Option<Field> {
                match self {
                    $(Self::$act { $($field),* } => {
                        $(if name == stringify!($field) {
                            return $field.told();
                        })*
                        None
                    })+
                }
            }
        }
    };
}

acts! {
    /// A Data Request was submitted.
    RequestSubmitted "request.submitted" "Data Request submitted" {
        request: RequestId, version: VersionNumber, content: Sha256,
    }
    /// The content of a request was changed.
    RequestEdited "request.edited" "Data Request edited" {
        request: RequestId, section: Option<Section>, version: VersionNumber, content: Sha256,
        comment: Option<CommentId>, resolved: bool,
    }
    /// A code for a decision was sent.
    DecisionCodeSent "request.code_sent" "Code for a decision sent" {
        request: RequestId, state: StateId, outcome: Outcome, version: VersionNumber, content: Sha256,
    }
    /// A stage was approved or denied, with a one-time code.
    RequestDecided "request.decided" "Decision" {
        request: RequestId, state: StateId, stage: StageNumber, round: u32, outcome: Outcome,
        version: VersionNumber, content: Sha256, reason: Option<Personal>, recommendation: Option<Personal>,
        /// The status of the request since.
        status: OverallStatus,
    }
    /// The data of a request was released, by the decision before it.
    DataReleased "request.released" "Data released" { request: RequestId }
    /// The letter of approval was issued, by the decision before it.
    LetterIssued "request.letter_issued" "Letter of approval issued" {
        request: RequestId, letter: LetterNumber, made_on: DateTime<Utc>, heading: Personal, body: Personal,
    }
    /// A request was recalled.
    RequestRecalled "request.recalled" "Data Request recalled" {
        request: RequestId, round: u32, stages: Vec<StageNumber>, status: OverallStatus,
    }
    /// A request was resubmitted.
    RequestResubmitted "request.resubmitted" "Data Request resubmitted" {
        request: RequestId, round: u32,
        /// Whether no approval of an earlier round stands any more.
        anew: bool,
        needed_on: NaiveDate, note: Option<Personal>, version: VersionNumber, content: Sha256,
    }
    /// A section was commented on.
    CommentAdded "request.commented" "Comment" {
        request: RequestId, state: StateId, comment: CommentId, section: Section, action_required: bool,
        text: Personal,
    }
    /// A comment was replied to.
    ReplyAdded "request.replied" "Reply to a comment" {
        request: RequestId, comment: CommentId, reply: ReplyId, text: Personal,
    }
    /// A comment was resolved.
    CommentResolved "request.comment_resolved" "Comment resolved" { request: RequestId, comment: CommentId }
    /// A resolved comment was reopened.
    CommentReopened "request.comment_reopened" "Comment reopened" { request: RequestId, comment: CommentId }
    /// Feedback was given.
    FeedbackGiven "request.feedback_given" "Feedback given" { request: RequestId, stage: StageNumber, round: u32 }
    /// Feedback was changed.
    FeedbackChanged "request.feedback_changed" "Feedback changed" { request: RequestId }
    /// Feedback was removed when it was kept for long enough.
    FeedbackRemoved "request.feedback_removed" "Feedback removed after its retention" { request: RequestId }
    /// A finished request was removed, with everything that belongs to it, when it was kept for long enough.
    RequestRemoved "request.removed" "Data Request removed after its retention" {
        request: RequestId, status: OverallStatus,
        /// The last act on it.
        last_happened_on: DateTime<Utc>,
        /// Of which the files were removed.
        documents: Vec<DocumentId>,
    }
    /// A document of a request was opened.
    DocumentOpened "request.document_opened" "Document opened" {
        request: RequestId, document: DocumentId, sha256: Option<Sha256>,
    }
    /// Documents of identity of a request were removed when they were kept for long enough.
    RetentionApplied "retention.applied" "Documents removed after their retention" {
        request: RequestId, documents: Vec<DocumentId>,
    }
    /// A request was read out as a file.
    RequestExported "request.exported" "Data Request exported" {
        request: RequestId,
        /// What of it.
        what: &'static str,
    }
    /// Entries of the record of acts were read out as a file.
    RecordExported "record_of_acts.exported" "Record of acts exported" { entries: i64 }

    /// A code for a registration was sent.
    SignUpCodeSent "account.sign_up_code_sent" "Code for a registration sent" { email: Personal }
    /// An account was registered.
    AccountRegistered "account.registered" "Account registered" { user: UserId, organisation: OrganisationId }
    /// An account was activated, as one that had waited is, or disabled.
    AccountStateChanged "account.state_changed" "State of an account changed" { user: UserId, state: AccountState }
    /// An account was erased.
    AccountErased "account.erased" "Account erased" {
        user: UserId,
        /// Of requests of the person, of which the files were removed.
        documents: Vec<DocumentId>,
        /// On whose request, and when that was asked.
        reason: Personal,
    }
    /// Somebody signed in.
    SignedIn "account.signed_in" "Signed in" {
        user: UserId, session: SessionId,
        /// Of what the device calls itself, what the product knows by name.
        browser: Option<&'static str>, system: Option<&'static str>,
    }
    /// A sign-in was refused: the password was wrong, there is no such account, or it is disabled. Only who is refused for that gave the
    /// right password, and is known.
    SignInRefused "account.sign_in_refused" "Sign-in refused" { user: Option<UserId> }
    /// Somebody signed out.
    SignedOut "account.signed_out" "Signed out" { user: UserId, session: SessionId }
    /// A session was ended from another one.
    SessionEnded "account.session_ended" "Session ended" { user: UserId, session: SessionId }
    /// The password was given again, for acts that need that.
    PasswordConfirmed "account.password_confirmed" "Password given again" { user: UserId }
    /// The password was given again for an act that needs that, and was wrong.
    PasswordRefused "account.password_refused" "Password refused" { user: UserId }
    /// A code was sent to an account's address or number, or asked for where there is no account that may sign in.
    AccountCodeSent "account.code_sent" "Code sent" { user: Option<UserId>, purpose: CodePurpose }
    /// A wrong code was entered.
    CodeRefused "account.code_refused" "Code refused" {
        user: Option<UserId>, purpose: CodePurpose,
        /// Where it was entered for a decision.
        request: Option<RequestId>,
    }
    /// The password was changed.
    PasswordChanged "account.password_changed" "Password changed" { user: UserId }
    /// A forgotten password was replaced.
    PasswordReset "account.password_reset" "Forgotten password replaced" { user: UserId }
    /// An operator of the server set the password.
    PasswordSet "account.password_set" "Password set by an operator of the server" { user: UserId }
    /// The password was hashed anew with the parameters of today, when it was given to sign in.
    PasswordHashedAnew "account.password_hashed_anew" "Password hashed anew" { user: UserId }
    /// The e-mail address was changed.
    EmailChanged "account.email_changed" "E-mail address changed" { user: UserId, email: Personal }
    /// The address was proved by a code.
    EmailProved "account.email_proved" "E-mail address proved" { user: UserId }
    /// The phone number was changed.
    PhoneChanged "account.phone_changed" "Phone number changed" { user: UserId, phone: Personal }
    /// A change of the address or number was taken back.
    ContactTakenBack "account.contact_taken_back" "Change of address or number taken back" {
        user: UserId,
        /// Which of the two.
        what: &'static str,
    }
    /// An account released a phone number that it never proved, for another one that got it.
    PhoneReleased "account.phone_released" "Phone number released" { user: UserId }
    /// The profile was changed.
    ProfileChanged "account.profile_changed" "Profile changed" { user: UserId }
    /// What somebody is told of was changed.
    PreferencesChanged "account.preferences_changed" "Notification settings changed" { user: UserId }

    /// A role was asked for.
    RoleAsked "role.asked" "Role asked for" {
        user: UserId, assigned_role: AssignedRoleId, role: Role, organisation: OrganisationId,
    }
    /// The status of a role that somebody holds or asks for was changed, or the role was assigned.
    RoleDecided "role.decided" "Role decided on" {
        user: UserId, assigned_role: AssignedRoleId, role: Role, organisation: OrganisationId, status: RoleStatus,
        reason: Option<Personal>,
    }

    /// A record of the administration was added.
    RecordAdded "record.added" "Record added" { record: &'static str, id: i64 }
    /// A record of the administration was changed.
    RecordChanged "record.changed" "Record changed" { record: &'static str, id: i64 }
    /// A record of the administration was removed.
    RecordRemoved "record.removed" "Record removed" { record: &'static str, id: i64 }
    /// Records of the administration were imported.
    RecordsImported "record.imported" "Records imported" { record: &'static str, added: i64 }

    /// The import of a dictionary was begun.
    ImportStarted "import.started" "Dictionary import started" { import: ImportId, format: &'static str, bytes: i64 }
    /// Somebody asked to cancel an import.
    ImportCancelled "import.cancelled" "Dictionary import cancelled" { import: ImportId }
    /// The import of a dictionary ended.
    ImportEnded "import.ended" "Dictionary import ended" {
        import: ImportId, source: Option<DataSourceId>, state: &'static str,
    }

    /// A key was made that signs the log of the record from then on.
    LogKeyMade "log.key_made" "Key of the transparency log made" {
        /// Of the verifier key as it is published.
        key: Sha256,
    }

    /// The master secret of the installation was changed by a command on the server.
    SecretsChanged "secrets.changed" "Secrets of the installation changed" {
        /// `rotated`, or `replaced` where the one before was lost.
        how: &'static str,
    }

    /// The server was started with this configuration.
    ServerStarted "server.started" "Server started" {
        /// Of the product.
        version: &'static str,
        /// All of it but secrets.
        configuration: Personal,
    }
}

impl Act {
    /// The request that it is about.
    pub fn request(&self) -> Option<RequestId> {
        self.number("request").map(RequestId)
    }

    /// The person whom it is about, where that is said.
    pub fn concerns(&self) -> Option<UserId> {
        self.number("user").map(UserId)
    }

    /// The kinds of acts whose entries may say what is stored from then on.
    pub const STATING: &[Kind] = &[
        Kind::AccountRegistered,
        Kind::AccountStateChanged,
        Kind::AccountErased,
        Kind::PasswordChanged,
        Kind::PasswordReset,
        Kind::PasswordSet,
        Kind::PasswordHashedAnew,
        Kind::EmailChanged,
        Kind::EmailProved,
        Kind::PhoneChanged,
        Kind::ContactTakenBack,
        Kind::PhoneReleased,
        Kind::ProfileChanged,
        Kind::RecordAdded,
        Kind::RecordChanged,
        Kind::RecordRemoved,
    ];

    /// The row that it changes by itself, where its entry says what is stored of that.
    pub fn subject(&self) -> Option<Subject> {
        if !Self::STATING.contains(&self.kind()) {
            return None;
        }
        match self.field("record") {
            Some(Field::Word(record)) => Some(Subject {
                kind: SubjectKind::parse(record)?,
                id: self.number("id")?,
            }),
            _ => self.concerns().map(|user| Subject {
                kind: SubjectKind::Account,
                id: user.0,
            }),
        }
    }

    fn number(&self, wanted: &str) -> Option<i64> {
        match self.field(wanted)? {
            Field::Number(number) => Some(number),
            _ => None,
        }
    }
}
