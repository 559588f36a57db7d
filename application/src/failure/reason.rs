//! The reasons of errors: stable identifiers by which a client decides and words its own texts.

/// Defines the enum with the name and the description of each reason. The description is the
/// documentation of the variant.
macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $reason:ident = $name:literal,)+) => {
        /// The reason of an error. Its name is part of the API and never changes its meaning. A new
        /// reason is a new line in this file.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Reason {
            $($(#[doc = $doc])+ $reason,)+
        }

        impl Reason {
            /// All reasons.
            pub const ALL: &'static [Self] = &[$(Self::$reason),+];

            /// Returns the name in the API.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$reason => $name,)+
                }
            }

            /// Returns the sentence that says when the error occurs.
            pub fn description(self) -> &'static str {
                match self {
                    $(Self::$reason => concat!($($doc),+).trim_start(),)+
                }
            }
        }
    };
}

reasons! {
    // Input.
    /// One or more values are missing or break a rule. `errors` names each of them.
    InvalidFields = "invalid_fields",
    /// The body is not valid JSON.
    InvalidJson = "invalid_json",
    /// The query string of the address cannot be read.
    InvalidQuery = "invalid_query",
    /// A form has a part that the call does not take, or has a part twice.
    UnexpectedParts = "unexpected_parts",
    /// The body is larger than the call takes.
    BodyTooLarge = "body_too_large",
    /// The body has too many values.
    TooManyValues = "too_many_values",
    /// The body did not arrive in time.
    BodyTooSlow = "body_too_slow",
    /// The connection ended before the whole body had arrived.
    BodyIncomplete = "body_incomplete",
    /// The body is not of the media type that the call takes.
    UnsupportedMediaType = "unsupported_media_type",
    /// The address does not take this method.
    MethodNotAllowed = "method_not_allowed",
    /// More ids are given than one call takes.
    TooManyIds = "too_many_ids",
    /// More tables are chosen than one call takes.
    TooManyTables = "too_many_tables",
    /// More clicks are sent than one call takes.
    TooManyClicks = "too_many_clicks",

    // Files.
    /// The file is of a type that is not accepted, or its content is damaged or harmful.
    FileTypeNotAccepted = "file_type_not_accepted",
    /// The file is too large.
    FileTooLarge = "file_too_large",
    /// The files together are too large.
    FilesTooLarge = "files_too_large",
    /// The files would exceed the storage quota of the account.
    FileQuotaExceeded = "file_quota_exceeded",
    /// The files cannot be checked right now, so they are not stored.
    FilesNotChecked = "files_not_checked",
    /// The document does not exist, or its file cannot be read.
    DocumentNotFound = "document_not_found",
    /// The document was removed with its account, or after its retention period.
    DocumentRemoved = "document_removed",
    /// The link to the document has expired.
    DocumentLinkExpired = "document_link_expired",
    /// The document does not have the requested bytes.
    RangeNotSatisfiable = "range_not_satisfiable",

    // Sessions and passwords.
    /// There is no session, or it has ended.
    SignedOut = "signed_out",
    /// The username or the password is wrong.
    WrongCredentials = "wrong_credentials",
    /// The account is disabled.
    AccountDisabled = "account_disabled",
    /// The password that confirms an action is wrong.
    WrongPassword = "wrong_password",
    /// The password has to be confirmed first (code 607).
    PasswordNeeded = "password_needed",
    /// The new password lacks characters that a password needs.
    PasswordWeak = "password_weak",
    /// The new password is easy to guess, or is known from a leak.
    PasswordGuessable = "password_guessable",
    /// The new password is the current one.
    PasswordUnchanged = "password_unchanged",
    /// The password was changed since the caller entered the current one.
    PasswordChanged = "password_changed",
    /// The session does not exist.
    SessionNotFound = "session_not_found",
    /// The calendar feed was renewed or switched off, its account is disabled, or it never existed.
    CalendarFeedNotFound = "calendar_feed_not_found",
    /// The pending sign-in was completed, or ended after too many wrong codes, or never began. A
    /// sign-in with a provider ends as soon as the person comes back from there.
    SignInEnded = "sign_in_ended",
    /// The pending sign-in, or the way through a sign-in provider, took too long.
    SignInExpired = "sign_in_expired",
    /// The pending sign-in waits for another step: a code, or the setup of a second factor.
    OtherSignInStep = "other_sign_in_step",
    /// The setup of a second factor has expired, or did not begin.
    SetUpExpired = "set_up_expired",
    /// The account has no second factor.
    NoSecondFactor = "no_second_factor",
    /// The second factor cannot be removed, because the caller's role needs one.
    SecondFactorRequired = "second_factor_required",
    /// The caller cannot reset their own second factor.
    OwnSecondFactor = "own_second_factor",

    // Sign-in with a provider.
    /// No provider of this name is offered.
    ProviderNotOffered = "provider_not_offered",
    /// The sign-in provider does not answer.
    ProviderUnreachable = "provider_unreachable",
    /// The person or the provider did not complete the sign-in there.
    ProviderNotCompleted = "provider_not_completed",
    /// The answer of the sign-in provider, or its logout token, is not valid.
    ProviderAnswerInvalid = "provider_answer_invalid",
    /// The provider verified the person with less assurance than is asked for.
    AssuranceTooLow = "assurance_too_low",
    /// The passkey's response is not valid for this challenge.
    PasskeyInvalid = "passkey_invalid",
    /// The signature counter of the passkey ran backwards, so a copy of it may exist.
    PasskeyCopied = "passkey_copied",
    /// The challenge was used before, or is older than ten minutes. Begin again.
    PasskeyExpired = "passkey_expired",
    /// No account has this passkey, or the account has no such passkey.
    PasskeyNotFound = "passkey_not_found",
    /// The passkey is on an account already.
    PasskeyExists = "passkey_exists",
    /// The account has as many passkeys as it can have.
    TooManyPasskeys = "too_many_passkeys",
    /// The installation has no passkeys at its public address.
    PasskeysUnavailable = "passkeys_unavailable",
    /// The installation does not let a passkey confirm decisions.
    PasskeyNotAllowed = "passkey_not_allowed",
    /// The installation does not let a mailed code confirm decisions.
    CodeNotAllowed = "code_not_allowed",
    /// The provider may not vouch for email addresses of this domain.
    EmailDomainNotAccepted = "email_domain_not_accepted",
    /// The person's organisation signs in with the provider `label`, not with a password.
    ProviderRequired = "provider_required",
    /// The identity waited too long to be linked, was linked already, or never existed.
    IdentityProofExpired = "identity_proof_expired",
    /// The identity is linked to another account.
    IdentityLinked = "identity_linked",
    /// The account has no such linked identity.
    IdentityNotFound = "identity_not_found",
    /// The identity is the only way to sign in to the account.
    LastWayIn = "last_way_in",

    // One-time codes.
    /// No code was entered.
    CodeMissing = "code_missing",
    /// The entered text does not contain a code of six digits.
    CodeMalformed = "code_malformed",
    /// The digits are wrong. The code that was sent still works.
    CodeWrong = "code_wrong",
    /// The code is void after too many wrong entries.
    CodeVoid = "code_void",
    /// There is no valid code: none was sent, it was used or replaced, or it is for something else.
    CodeUnknown = "code_unknown",
    /// The code has expired.
    CodeExpired = "code_expired",
    /// The code could not be sent (code 606 where the specification gives it).
    CodeNotSent = "code_not_sent",
    /// A code that was sent before is still valid (code 601).
    CodeAlreadySent = "code_already_sent",
    /// The account has no email address to which a code can be sent.
    NoEmailAddress = "no_email_address",

    // Accounts.
    /// There is an account with this email address or phone number.
    AccountExists = "account_exists",
    /// Another account has this email address.
    EmailTaken = "email_taken",
    /// Another account has this phone number.
    PhoneTaken = "phone_taken",
    /// Another account has the previous email address or phone number by now.
    ContactTaken = "contact_taken",
    /// The link that takes back a change was used, has expired, or never existed.
    RecoveryLinkUnknown = "recovery_link_unknown",
    /// The account does not exist, or the caller may not see it.
    UserNotFound = "user_not_found",
    /// The caller cannot erase their own account.
    OwnAccount = "own_account",
    /// The account was erased before.
    AlreadyErased = "already_erased",
    /// The text that confirms an erasure is not the email address or phone number of the account.
    WrongConfirmation = "wrong_confirmation",
    /// The account has duties that have to be settled before it can be erased.
    OpenDuties = "open_duties",
    /// The organisation would have no Admin.
    LastAdmin = "last_admin",
    /// The installation would have no Super User.
    LastSuperUser = "last_super_user",

    // Permissions and roles.
    /// The call needs another role.
    RoleNotAllowed = "role_not_allowed",
    /// The caller does not hold the role that the call names.
    RoleNotHeld = "role_not_held",
    /// The call is about another organisation than the caller's.
    OtherOrganisation = "other_organisation",
    /// The organisation has an Admin of its own, who has to do this.
    OrganisationHasAdmin = "organisation_has_admin",
    /// Only a Super User decides on this.
    SuperUsersOnly = "super_users_only",
    /// The call is about another person.
    NotYourself = "not_yourself",
    /// The caller cannot decide on their own role.
    OwnRole = "own_role",
    /// The change would take the role of Super User from the caller.
    OwnRoleLost = "own_role_lost",
    /// Only the user can request this role again.
    NotTheHolder = "not_the_holder",
    /// The role cannot change from its status to this one.
    RoleChangeNotAllowed = "role_change_not_allowed",
    /// The organisation does not offer this role right now.
    RoleNotOffered = "role_not_offered",
    /// The user has this role already.
    RoleAlreadyAssigned = "role_already_assigned",
    /// The caller has requested this role already.
    RoleAlreadyRequested = "role_already_requested",
    /// The role was requested, so it is granted or denied among the role requests.
    RoleRequested = "role_requested",
    /// The role has ended, so only the user can ask for it again.
    RoleEnded = "role_ended",
    /// The role request was granted or denied before.
    RoleAlreadyAttended = "role_already_attended",
    /// The assigned role does not exist, or the caller may not see it.
    RoleAssignmentNotFound = "role_assignment_not_found",
    /// The organisation role does not exist.
    OrganisationRoleNotFound = "organisation_role_not_found",
    /// The organisation offers this role already.
    RoleAlreadyOffered = "role_already_offered",
    /// The organisation has this role, but it is deactivated.
    RoleDeactivated = "role_deactivated",
    /// The organisation role is active already.
    AlreadyActive = "already_active",
    /// The organisation role is inactive already.
    AlreadyInactive = "already_inactive",

    // Data Requests.
    /// The Data Request does not exist, or the caller may not see it.
    RequestNotFound = "request_not_found",
    /// The Data Request has no such version.
    RequestVersionNotFound = "request_version_not_found",
    /// There is no Data Request with this tracking id, or the caller may not see it.
    TrackingNotFound = "tracking_not_found",
    /// The Data Request has no approval letter.
    LetterNotFound = "letter_not_found",
    /// The device does not exist, or the caller may not see it.
    DeviceNotFound = "device_not_found",
    /// The staff member does not exist, or the caller may not see them.
    StaffNotFound = "staff_not_found",
    /// The dataset does not exist, or the caller may not see it.
    DatasetNotFound = "dataset_not_found",
    /// The dataset has no such variable, or the caller may not see it.
    DatasetVariableNotFound = "dataset_variable_not_found",
    /// Only the requester may do this.
    NotRequester = "not_requester",
    /// The Data Request is not pending, so it cannot be recalled.
    RequestNotPending = "request_not_pending",
    /// The Data Request is neither denied nor recalled, so it cannot be resubmitted.
    RequestNotEnded = "request_not_ended",
    /// The Data Request is not approved, so feedback cannot be given.
    RequestNotApproved = "request_not_approved",
    /// Only the requester or a Super User can recall the Data Request.
    RecallNotAllowed = "recall_not_allowed",
    /// Only people who decide on the Data Request can extend its term.
    ExtensionNotAllowed = "extension_not_allowed",
    /// The Data Request has no term, or its term ended with the decision or the recall.
    NoTerm = "no_term",
    /// The term of the Data Request was extended before.
    TermExtended = "term_extended",
    /// The term of the Data Request is over, so it cannot be extended.
    TermOver = "term_over",
    /// The Data Request has neither variables nor a specification form.
    DataUnspecified = "data_unspecified",
    /// There is no default Approval Procedure for Data Requests to follow.
    NoProcedure = "no_procedure",
    /// The default Approval Procedure has faults, so Data Requests cannot be submitted.
    ProcedureUnusable = "procedure_unusable",
    /// No active organisation role was found for a stage, so the stage could not be decided.
    NoOrganisationRole = "no_organisation_role",
    /// The data source is in the custody of another organisation than the rest of the request.
    OtherCustody = "other_custody",
    /// The data sources of the Data Request are in the custody of different organisations.
    SeveralCustodies = "several_custodies",
    /// The section can be edited once a reviewer has asked for it.
    EditNotAsked = "edit_not_asked",
    /// The comment that the edit answers is about another section.
    CommentOfOtherSection = "comment_of_other_section",
    /// A Data Request needs at least one device.
    LastDevice = "last_device",
    /// A Data Request needs at least one staff member.
    LastStaff = "last_staff",
    /// The list has as many rows as it may have.
    ListFull = "list_full",
    /// No variable is selected.
    NoVariablesSelected = "no_variables_selected",
    /// More variables are selected than one call takes.
    TooManyVariables = "too_many_variables",
    /// The Data Dictionary does not offer a selected variable.
    VariableNotOffered = "variable_not_offered",
    /// A selected variable is of another data source than the dataset.
    VariableOfOtherSource = "variable_of_other_source",
    /// A variable is selected twice.
    VariableRepeated = "variable_repeated",
    /// A selected variable is in the dataset already.
    VariablePresent = "variable_present",
    /// The Data Request would have too many variables.
    TooManyVariablesInRequest = "too_many_variables_in_request",
    /// The Data Request would have no variables, and it has no specification form.
    LastVariables = "last_variables",
    /// The draft does not exist any more, or was never the caller's.
    DraftNotFound = "draft_not_found",
    /// The draft was saved in another tab or on another device. `draft` is the saved version.
    DraftChanged = "draft_changed",
    /// The caller has as many drafts as one account may have.
    TooManyDrafts = "too_many_drafts",
    /// The file of the draft does not exist any more.
    DraftFileNotFound = "draft_file_not_found",
    /// The draft names this file, so the file cannot be deleted.
    DraftFileInUse = "draft_file_in_use",

    // Review.
    /// The Data Request has no such stage.
    StageNotFound = "stage_not_found",
    /// The stage is the requester's own, so no decision can be made there.
    RequestersStage = "requesters_stage",
    /// The caller cannot review their own Data Request.
    OwnRequest = "own_request",
    /// The Data Request does not pass a stage of the caller's role.
    StageNotPassed = "stage_not_passed",
    /// A Super User reads every Data Request, but neither decides nor comments.
    ReadsOnly = "reads_only",
    /// The stage belongs to another role.
    NotYourStage = "not_your_stage",
    /// The stage was decided already.
    AlreadyDecided = "already_decided",
    /// The stage does not wait for a decision now.
    NotItsTurn = "not_its_turn",
    /// The caller has decided at another stage of the Data Request.
    DecidedElsewhere = "decided_elsewhere",
    /// A comment requires action from the requester, so no decision is possible before `until`.
    ActionRequired = "action_required",
    /// A move of a trial is made at a stage that does not wait.
    NotWaiting = "not_waiting",
    /// The comment does not exist, or the caller may not see it.
    CommentNotFound = "comment_not_found",
    /// The comment is resolved already.
    CommentResolved = "comment_resolved",
    /// The comment is not resolved, so it cannot be reopened.
    CommentNotResolved = "comment_not_resolved",
    /// A decision was made after the comment was resolved, so it cannot be reopened.
    DecidedSince = "decided_since",
    /// Only the requester or the author of the comment can resolve it.
    ResolveNotAllowed = "resolve_not_allowed",
    /// Only the requester, the author or the person who resolved the comment can reopen it.
    ReopenNotAllowed = "reopen_not_allowed",
    /// Only the requester, the author of the comment and the people whose turn it is can reply.
    ReplyNotAllowed = "reply_not_allowed",
    /// Feedback on the Data Request was given already.
    FeedbackAlreadyGiven = "feedback_already_given",
    /// The feedback does not exist, or the caller may not see it.
    FeedbackNotFound = "feedback_not_found",

    // Administration.
    /// The record does not exist.
    RecordNotFound = "record_not_found",
    /// Another person has saved the same thing since it was read.
    RowChanged = "row_changed",
    /// Another record has this value, which has to be unique.
    ValueTaken = "value_taken",
    /// Other records refer to the record, so it can be neither deleted nor changed in this way.
    InUse = "in_use",
    /// The record is built in and stays as it is.
    BuiltIn = "built_in",
    /// The last active entry of a reference list stays, because every Data Request names one.
    LastEntry = "last_entry",
    /// The place cannot have this parent.
    PlaceMisplaced = "place_misplaced",
    /// Other places are within this place.
    PlaceNotEmpty = "place_not_empty",
    /// The organisation keeps its name and stays active, because other parts rely on it.
    OrganisationFixed = "organisation_fixed",
    /// Another organisation has this name.
    OrganisationNameTaken = "organisation_name_taken",
    /// Another active organisation has this domain.
    OrganisationDomainTaken = "organisation_domain_taken",
    /// The default Approval Procedure stays the default until another one is.
    DefaultProcedureStays = "default_procedure_stays",
    /// The default Approval Procedure must be active.
    DefaultProcedureActive = "default_procedure_active",
    /// An Approval Procedure with faults can be neither activated nor made the default.
    ProcedureFaulty = "procedure_faulty",
    /// The change would leave an active Approval Procedure with faults.
    ProcedureWouldBreak = "procedure_would_break",
    /// The data source does not exist, or is not published.
    DataSourceNotFound = "data_source_not_found",
    /// The version is the first of its data source, so there is none to compare it with.
    FirstVersion = "first_version",
    /// The two versions are of different data sources.
    OtherDataSource = "other_data_source",
    /// The files of an import have errors. `errors` names each of them.
    ImportFilesInvalid = "import_files_invalid",
    /// An import into this data source is running.
    ImportRunning = "import_running",
    /// The maximum number of imports is running already.
    TooManyImports = "too_many_imports",
    /// The import does not exist.
    ImportNotFound = "import_not_found",
    /// The import has ended or is ending, so it cannot be cancelled.
    ImportEnded = "import_ended",
    /// The installation has data that the command would mix with other data.
    InstallationInUse = "installation_in_use",

    // Notifications and the audit log.
    /// The notification does not exist, or is another person's.
    NotificationNotFound = "notification_not_found",
    /// The audit entry does not exist, or the caller may not read it.
    AuditEntryNotFound = "audit_entry_not_found",
    /// The audit log has no decision on this stage.
    DecisionNotFound = "decision_not_found",
    /// The audit entry is not in the transparency log yet.
    NotLoggedYet = "not_logged_yet",
    /// The audit entries are too many for one document.
    TooManyEntries = "too_many_entries",

    // The server.
    /// The address does not exist, or the caller may not see what is there.
    NotFound = "not_found",
    /// The caller made too many such calls. `retry_after` is the number of seconds to wait.
    TooManyRequests = "too_many_requests",
    /// The caller used too many different idempotency keys.
    TooManyIdempotencyKeys = "too_many_idempotency_keys",
    /// Many people sign in at the moment.
    PasswordQueueFull = "password_queue_full",
    /// Other documents are being made for the caller.
    OwnDocumentsPending = "own_documents_pending",
    /// Many documents are being made at the moment.
    DocumentQueueFull = "document_queue_full",
    /// Other files of the caller are being checked.
    OwnFilesPending = "own_files_pending",
    /// Many files are being checked at the moment.
    FileQueueFull = "file_queue_full",
    /// The server receives or sends as much as it can hold.
    ServerBusy = "server_busy",
    /// The header `Idempotency-Key` is malformed.
    IdempotencyKeyInvalid = "idempotency_key_invalid",
    /// The idempotency key came with other content before.
    IdempotencyKeyReused = "idempotency_key_reused",
    /// A call with the same idempotency key is being carried out.
    AlreadyRunning = "already_running",
    /// The call was carried out before, but its answer was lost.
    AnswerLost = "answer_lost",
    /// The database does not respond.
    DatabaseUnavailable = "database_unavailable",
    /// The database refuses writes.
    DatabaseReadOnly = "database_read_only",
    /// Another service, such as the file store or the mail server, does not respond.
    ServiceUnavailable = "service_unavailable",
    /// The server has no room left to store anything.
    DiskFull = "disk_full",
    /// An internal error occurred. Its cause is in the log under `call_id`.
    Internal = "internal",
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_and_in_snake_case() {
        let names: BTreeSet<&str> = Reason::ALL.iter().map(|reason| reason.name()).collect();
        assert_eq!(names.len(), Reason::ALL.len());
        for reason in Reason::ALL {
            let mut snake_case = String::new();
            for letter in format!("{reason:?}").chars() {
                if letter.is_uppercase() && !snake_case.is_empty() {
                    snake_case.push('_');
                }
                snake_case.extend(letter.to_lowercase());
            }
            assert_eq!(reason.name(), snake_case);
        }
    }

    #[test]
    fn each_reason_is_described_in_sentences() {
        for reason in Reason::ALL {
            let description = reason.description();
            assert!(
                description.starts_with(|first: char| first.is_uppercase() || first == '`')
                    && description.ends_with('.'),
                "{reason:?}: {description}"
            );
            assert!(!description.contains("  "), "{reason:?}: {description}");
        }
    }
}
