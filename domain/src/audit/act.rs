//! All acts that are recorded in the audit log (decisions P1).

use chrono::{DateTime, NaiveDate, Utc};
use thiserror::Error;

use super::field::{Bytes, Field, Personal, ToField};
use super::stored::{Subject, SubjectKind};
use crate::accounts::{AccountState, CodePurpose};
use crate::ids::{
    AssignedRoleId, CommentId, DataSourceId, DocumentId, IdentityId, ImportId, OrganisationId, PasskeyId,
    ReplyId, RequestId, SessionId, StateId, UserId,
};
use crate::procedures::LetterNumber;
use crate::requests::VersionNumber;
use crate::requests::content::Sha256;
use crate::review::{Outcome, OverallStatus, Section, StageNumber};
use crate::roles::{Role, RoleStatus};

/// No kind has this name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("There is no such kind of act.")]
pub struct UnknownKind;

/// Generates [`Act`] and [`Kind`] from one list, so that an act without a name, label and fields
/// does not compile.
macro_rules! acts {
    ($($(#[$doc:meta])* $act:ident $name:literal $label:literal { $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? })+) => {
        /// An act with all data of its audit entry.
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
            /// Parses the name of a kind in audit entries and in the API.
            pub fn parse(name: &str) -> Result<Self, UnknownKind> {
                match name {
                    $($name => Ok(Self::$act),)+
                    _ => Err(UnknownKind),
                }
            }

            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$act),+];

            /// The name in audit entries and in the API. Stable, because entries are immutable.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$act => $name),+ }
            }

            /// The description for readers.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$act => $label),+ }
            }
        }

        impl Act {
            /// The kind of the act.
            pub const fn kind(&self) -> Kind {
                match self { $(Self::$act { .. } => Kind::$act),+ }
            }

            /// Returns the fields of the audit entry by name, without those that have no value.
            pub fn fields(&self) -> Vec<(&'static str, Field)> {
                match self {
                    $(Self::$act { $($field),* } => {
                        let fields: [(&'static str, Option<Field>); _] = [$((stringify!($field), $field.to_field())),*];
                        fields.into_iter().filter_map(|(name, field)| Some((name, field?))).collect()
                    })+
                }
            }

            /// Returns the field with this name, or `None` if there is no such field or value.
            fn field(&self, name: &str) -> Option<Field> {
                match self {
                    $(Self::$act { $($field),* } => {
                        $(if name == stringify!($field) {
                            return $field.to_field();
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
    /// The content of a request was edited.
    RequestEdited "request.edited" "Data Request edited" {
        request: RequestId, section: Option<Section>, version: VersionNumber, content: Sha256,
        comment: Option<CommentId>, resolved: bool,
    }
    /// A code for a decision was sent.
    DecisionCodeSent "request.code_sent" "Code for a decision sent" {
        request: RequestId, state: StateId, outcome: Outcome, version: VersionNumber, content: Sha256,
    }
    /// A stage was approved or denied, with a one-time code or with a passkey.
    RequestDecided "request.decided" "Decision" {
        request: RequestId, state: StateId, stage: StageNumber, round: u32, outcome: Outcome,
        version: VersionNumber, content: Sha256, reason: Option<Personal>, recommendation: Option<Personal>,
        /// The resulting status of the request.
        status: OverallStatus,
        /// The passkey that confirmed the decision, and what it signed
        /// ([`ConfirmedDecision`](super::ConfirmedDecision)); missing if a code did.
        passkey: Option<PasskeyId>, public_key: Option<Bytes>, algorithm: Option<i64>, nonce: Option<Bytes>,
        authenticator_data: Option<Bytes>, client_data: Option<Bytes>, signature: Option<Bytes>,
    }
    /// The data of a request was released by the preceding decision.
    DataReleased "request.released" "Data released" { request: RequestId }
    /// The letter of approval was issued by the preceding decision.
    LetterIssued "request.letter_issued" "Letter of approval issued" {
        request: RequestId, letter: LetterNumber, made_on: DateTime<Utc>, heading: Personal, body: Personal,
    }
    /// A request was recalled.
    RequestRecalled "request.recalled" "Data Request recalled" {
        request: RequestId, round: u32, stages: Vec<StageNumber>, status: OverallStatus,
        /// [`NO_ANSWER`](crate::review::NO_ANSWER) if the system recalled it; missing if a person did.
        reason: Option<&'static str>,
    }
    /// A request was resubmitted.
    RequestResubmitted "request.resubmitted" "Data Request resubmitted" {
        request: RequestId, round: u32,
        /// True if all stages have to decide again: no approval of an earlier round stands.
        anew: bool,
        needed_on: NaiveDate, note: Option<Personal>, version: VersionNumber, content: Sha256,
    }
    /// The term of a request was extended.
    TermExtended "request.term_extended" "Term of the Data Request extended" {
        request: RequestId, round: u32,
        /// The number of weeks or months by which it was extended.
        count: u32,
        /// Either `weeks` or `months`.
        unit: &'static str,
        reason: Personal,
    }
    /// A comment on a section was added.
    CommentAdded "request.commented" "Comment" {
        request: RequestId, state: StateId, comment: CommentId, section: Section, action_required: bool,
        text: Personal,
    }
    /// A reply to a comment was added.
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
    /// Feedback was removed at the end of its retention period.
    FeedbackRemoved "request.feedback_removed" "Feedback removed after its retention" { request: RequestId }
    /// A finished request was removed with all its data at the end of its retention period.
    RequestRemoved "request.removed" "Data Request removed after its retention" {
        request: RequestId, status: OverallStatus,
        /// The time of the last act on the request.
        last_happened_on: DateTime<Utc>,
        /// The documents whose files were removed.
        documents: Vec<DocumentId>,
    }
    /// A document of a request was opened.
    DocumentOpened "request.document_opened" "Document opened" {
        request: RequestId, document: DocumentId, sha256: Option<Sha256>,
    }
    /// Identity documents of a request were removed at the end of their retention period.
    RetentionApplied "retention.applied" "Documents removed after their retention" {
        request: RequestId, documents: Vec<DocumentId>,
    }
    /// A request was exported as a file.
    RequestExported "request.exported" "Data Request exported" {
        request: RequestId,
        /// The exported part, such as `evidence`.
        what: &'static str,
    }
    /// Audit entries were exported as a file.
    RecordExported "record_of_acts.exported" "Audit log exported" { entries: i64 }

    /// A code for a registration was sent.
    SignUpCodeSent "account.sign_up_code_sent" "Code for a registration sent" { email: Personal }
    /// An account was registered.
    AccountRegistered "account.registered" "Account registered" { user: UserId, organisation: OrganisationId }
    /// An account was activated or disabled.
    AccountStateChanged "account.state_changed" "Account status changed" { user: UserId, state: AccountState }
    /// An account was erased.
    AccountErased "account.erased" "Account erased" {
        user: UserId,
        /// The documents of the person's requests whose files were removed.
        documents: Vec<DocumentId>,
        /// The originator and the date of the request for the erasure.
        reason: Personal,
    }
    /// A user signed in.
    SignedIn "account.signed_in" "Signed in" {
        user: UserId, session: SessionId,
        /// The browser and operating system, as far as the `User-Agent` header names known ones.
        browser: Option<&'static str>, system: Option<&'static str>,
        /// The second factor that was used.
        second_factor: Option<&'static str>,
    }
    /// The password or a sign-in provider was accepted, and the sign-in waits for the second factor.
    SignInPending "account.sign_in_pending" "First factor accepted, second factor pending" { user: UserId }
    /// A sign-in was refused: the password is wrong, there is no such account, the account is
    /// disabled, or its organisation signs in with a provider. `user` is the account, if there is
    /// one. The last two cases have a person as actor, because only that person entered the right
    /// password or signed in with the right identity.
    SignInRefused "account.sign_in_refused" "Sign-in refused" { user: Option<UserId> }
    /// A provider confirmed the person, with an identity that is linked to the account. The entries
    /// of the sign-in follow.
    ProviderAccepted "account.provider_accepted" "Accepted by a sign-in provider" { user: UserId, provider: Personal }
    /// A return from a provider was refused.
    ProviderRefused "account.provider_refused" "Sign-in with a provider refused" {
        provider: Personal,
        /// The reason, such as `expired`.
        why: &'static str,
    }
    /// A provider ended a session that had begun there.
    ProviderEndedSessions "account.provider_ended_sessions" "Session ended by a sign-in provider" {
        provider: Personal, user: UserId, session: SessionId,
    }
    /// An identity at a provider was linked to the account.
    IdentityLinked "account.identity_linked" "Sign-in with a provider linked" {
        user: UserId, identity: IdentityId,
        /// The name of the provider in the configuration. The identity itself is in no entry.
        provider: Personal,
    }
    /// The user unlinked an identity at a provider.
    IdentityUnlinked "account.identity_unlinked" "Sign-in with a provider unlinked" {
        user: UserId, identity: IdentityId, provider: Personal,
    }
    /// A user signed out.
    SignedOut "account.signed_out" "Signed out" { user: UserId, session: SessionId }
    /// A session was ended from another one.
    SessionEnded "account.session_ended" "Session ended" { user: UserId, session: SessionId }
    /// The user confirmed the password for an act that requires re-authentication.
    PasswordConfirmed "account.password_confirmed" "Password confirmed" { user: UserId }
    /// The user entered a wrong password for an act that requires re-authentication.
    PasswordRefused "account.password_refused" "Password refused" { user: UserId }
    /// A code was sent to an account's address or number, or requested without an account that may
    /// sign in.
    AccountCodeSent "account.code_sent" "Code sent" { user: Option<UserId>, purpose: CodePurpose }
    /// A wrong code was entered.
    CodeRefused "account.code_refused" "Code refused" {
        user: Option<UserId>, purpose: CodePurpose,
        /// The request, if the code was entered for a decision.
        request: Option<RequestId>,
    }
    /// The password was changed.
    PasswordChanged "account.password_changed" "Password changed" { user: UserId }
    /// A forgotten password was replaced.
    PasswordReset "account.password_reset" "Forgotten password reset" { user: UserId }
    /// An operator set the password on the server.
    PasswordSet "account.password_set" "Password set by an operator of the server" { user: UserId }
    /// The password was hashed again with the current parameters during sign-in.
    PasswordHashedAnew "account.password_hashed_anew" "Password hash renewed" { user: UserId }
    /// A second factor was set up.
    SecondFactorAdded "account.second_factor_added" "Second factor set up" {
        user: UserId,
        /// True if it took the place of an earlier one.
        replaced: bool,
    }
    /// The user removed the second factor.
    SecondFactorRemoved "account.second_factor_removed" "Second factor removed" { user: UserId }
    /// A Super User or an operator of the server reset the second factor.
    SecondFactorReset "account.second_factor_reset" "Second factor reset" { user: UserId }
    /// A passkey was added.
    PasskeyAdded "account.passkey_added" "Passkey added" {
        user: UserId, passkey: PasskeyId, public_key: Bytes, algorithm: i64,
    }
    /// The user removed a passkey.
    PasskeyRemoved "account.passkey_removed" "Passkey removed" { user: UserId, passkey: PasskeyId }
    /// A passkey confirmed an act that requires re-authentication.
    PasskeyConfirmed "account.passkey_confirmed" "Passkey confirmed" { user: UserId, passkey: PasskeyId }
    /// A response of a passkey was not accepted.
    PasskeyRefused "account.passkey_refused" "Passkey refused" {
        user: Option<UserId>, passkey: Option<PasskeyId>,
        /// True if its signature counter ran backwards, so that a copy may exist.
        copied: bool,
    }
    /// New recovery codes were made.
    RecoveryCodesMade "account.recovery_codes_made" "New recovery codes" { user: UserId }
    /// A recovery code was used.
    RecoveryCodeUsed "account.recovery_code_used" "Recovery code used" {
        user: UserId,
        /// The number of unused codes.
        left: i64,
    }
    /// A code of the second factor confirmed an act that requires re-authentication.
    SecondFactorConfirmed "account.second_factor_confirmed" "Second factor confirmed" { user: UserId }
    /// A wrong code of the second factor was entered.
    SecondFactorRefused "account.second_factor_refused" "Code of the second factor refused" { user: UserId }
    /// The email address was changed.
    EmailChanged "account.email_changed" "Email address changed" { user: UserId, email: Personal }
    /// The email address was verified by a code.
    EmailProved "account.email_proved" "Email address verified" { user: UserId }
    /// The phone number was changed.
    PhoneChanged "account.phone_changed" "Phone number changed" { user: UserId, phone: Personal }
    /// A change of the email address or phone number was undone.
    ContactTakenBack "account.contact_taken_back" "Change of address or number undone" {
        user: UserId,
        /// The restored contact: the email address or the phone number.
        what: &'static str,
    }
    /// An account released its unverified phone number to another account.
    PhoneReleased "account.phone_released" "Phone number released" { user: UserId }
    /// The profile was changed.
    ProfileChanged "account.profile_changed" "Profile changed" { user: UserId }
    /// The notification settings were changed.
    PreferencesChanged "account.preferences_changed" "Notification settings changed" { user: UserId }
    /// The user created a calendar feed, or renewed its address.
    CalendarFeedMade "account.calendar_feed_made" "Calendar feed created" {
        user: UserId,
        /// True if the address took the place of an earlier one.
        renewed: bool,
    }
    /// The calendar feed was switched off, by the user or with all sessions of the account.
    CalendarFeedRemoved "account.calendar_feed_removed" "Calendar feed switched off" { user: UserId }

    /// A user applied for a role.
    RoleAsked "role.asked" "Role requested" {
        user: UserId, assigned_role: AssignedRoleId, role: Role, organisation: OrganisationId,
    }
    /// A role was assigned, or the status of an assigned or requested role was changed.
    RoleDecided "role.decided" "Role status changed" {
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

    /// The calendar of the installation was changed. Time zone and working days are missing if they
    /// stayed as they were.
    CalendarChanged "calendar.changed" "Calendar changed" {
        time_zone_before: Option<&'static str>, time_zone: Option<&'static str>,
        working_days_before: Option<Vec<&'static str>>, working_days: Option<Vec<&'static str>>,
        holidays_added: u32, holidays_removed: u32,
        /// The number of holidays that have another name on the same day.
        holidays_renamed: u32,
    }

    /// A dictionary import was started.
    ImportStarted "import.started" "Dictionary import started" { import: ImportId, format: &'static str, bytes: i64 }
    /// A user cancelled a dictionary import.
    ImportCancelled "import.cancelled" "Dictionary import cancelled" { import: ImportId }
    /// A dictionary import ended.
    ImportEnded "import.ended" "Dictionary import ended" {
        import: ImportId, source: Option<DataSourceId>, state: &'static str,
    }

    /// A new signing key for the transparency log was made.
    LogKeyMade "log.key_made" "Key of the transparency log created" {
        /// The digest of the published verifier key.
        key: Sha256,
    }

    /// A command on the server changed the master secret of the installation.
    SecretsChanged "secrets.changed" "Secrets of the installation changed" {
        /// `rotated`, or `replaced` if the previous one was lost.
        how: &'static str,
    }

    /// The server was started with this configuration.
    ServerStarted "server.started" "Server started" {
        /// The version of the product.
        version: &'static str,
        /// The complete configuration without secrets.
        configuration: Personal,
    }
}

impl Kind {
    /// The kinds that neither decide anything nor change data that people see: sign-ins, codes,
    /// confirmations, renewed password hashes, reading, exporting and starts of the server. They
    /// are by far the most entries.
    pub const WITHOUT_CHANGE: &[Self] = &[
        Self::DecisionCodeSent,
        Self::DocumentOpened,
        Self::RequestExported,
        Self::RecordExported,
        Self::SignUpCodeSent,
        Self::SignedIn,
        Self::SignInPending,
        Self::SignInRefused,
        Self::ProviderAccepted,
        Self::ProviderRefused,
        Self::ProviderEndedSessions,
        Self::SignedOut,
        Self::SessionEnded,
        Self::PasswordConfirmed,
        Self::PasswordRefused,
        Self::SecondFactorConfirmed,
        Self::SecondFactorRefused,
        Self::PasskeyConfirmed,
        Self::PasskeyRefused,
        Self::AccountCodeSent,
        Self::CodeRefused,
        Self::PasswordHashedAnew,
        Self::ServerStarted,
    ];
}

impl Act {
    /// The request that the act is about, if any.
    pub fn request(&self) -> Option<RequestId> {
        self.number("request").map(RequestId)
    }

    /// The user that the act is about, if the entry names one.
    pub fn concerns(&self) -> Option<UserId> {
        self.number("user").map(UserId)
    }

    /// The kinds of acts whose entries may contain digests of stored rows.
    pub const WITH_ROW_DIGESTS: &[Kind] = &[
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

    /// Returns the row that the act changes, if its entry contains digests of that row.
    pub fn subject(&self) -> Option<Subject> {
        if !Self::WITH_ROW_DIGESTS.contains(&self.kind()) {
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

    fn number(&self, name: &str) -> Option<i64> {
        match self.field(name)? {
            Field::Number(number) => Some(number),
            _ => None,
        }
    }
}
