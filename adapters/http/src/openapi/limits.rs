//! Documents the limits of input texts: their length, format and choices. The values are the
//! constants that the server enforces. A field name means the same in most bodies; exceptions name
//! the body.

use std::collections::BTreeSet;

use aditus_domain::accounts::erasure::ErasureReason;
use aditus_domain::accounts::identity::{Identity, ProviderId};
use aditus_domain::accounts::passkey::PasskeyName;
use aditus_domain::accounts::second_factor::FactorCode;
use aditus_domain::accounts::{
    AccountState, Click, EmailAddress, OtpCode, Password, PersonName, PhoneNumber, WorkDetail,
};
use aditus_domain::deadlines::{Extension, HolidayName, RawCalendar};
use aditus_domain::dictionary::{
    DataType, DatabaseType, ImportFormat, LONGEST_NAME, LONGEST_PROSE, LONGEST_TEXT, Usage,
};
use aditus_domain::feedback::{ComeBack, Expectations, Experience, Recommendation};
use aditus_domain::notifications::{Delivery, Occasion};
use aditus_domain::organisations::{
    ABBREVIATION_LIMIT, COUNTRY_LIMIT, DESCRIPTION_LIMIT, DOMAIN_LIMIT, OrganisationName,
};
use aditus_domain::procedures::{
    MAX_BODY, MAX_DESCRIPTION, MAX_HEADING, MAX_ICON, MAX_LINKS, MAX_NAME, MAX_STAGE_TYPE, MAX_STAGES,
};
use aditus_domain::reference::{LONGEST_REFERENCE_NAME, Level};
use aditus_domain::requests::{
    DataFormat, DocumentKind, DraftContent, Filters, IdentificationType, LINE, MAX_FILE_BYTES, MAX_ROWS,
    MAX_VARIABLES_AT_ONCE, PROSE, RequestDetails, TYPED_SO_FAR,
};
use aditus_domain::review::{REMARK_LIMIT, Section};
use aditus_domain::roles::Role;
use serde_json::Value;
use utoipa::Number;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ArrayItems, SchemaType, Type};
use utoipa::openapi::{Components, KnownFormat, Object, OpenApi, RefOr, Schema, SchemaFormat};

/// Maximum length of a username: an email address, a phone number, or another text before
/// validation.
const USERNAME: usize = 320;
/// Maximum length of a password to verify. It is longer than new passwords may be.
const TYPED_PASSWORD: usize = 1024;
/// Maximum length of a phone number to look up, with any separators.
const TYPED_PHONE: usize = 100;
/// Maximum length of a token that Aditus has issued. Real ones are shorter.
const TOKEN: usize = 100;
/// Maximum length of what a provider sends: an authorization code, an error, and a logout token.
const PROVIDER_CODE: usize = 4096;
const PROVIDER_ERROR: usize = 200;
const LOGOUT_TOKEN: usize = 16 * 1024;
const MAX_POSITION: usize = 32;
const MEDIA_TYPE: usize = 255;
/// Maximum length of the name of a time zone. Real ones are shorter.
const TIME_ZONE: usize = 64;

/// The known limits of a text.
enum Text {
    /// A maximum number of characters.
    MaxLength(usize),
    /// A named format, and a maximum number of characters if the format does not imply it.
    Form(&'static str, Option<usize>),
    /// A choice of values.
    OneOf(Vec<&'static str>),
    /// A file in base64.
    File,
}

/// Adds the limits to the request bodies.
pub(super) fn limit_bodies(document: &mut OpenApi) {
    let Some(components) = &mut document.components else {
        return;
    };
    let mut sent = BTreeSet::new();
    for item in document.paths.paths.values() {
        let operations = [&item.put, &item.post, &item.patch, &item.delete];
        for operation in operations.into_iter().flatten() {
            let Some(RefOr::T(body)) = &operation.request_body else {
                continue;
            };
            for content in body.content.values() {
                if let RefOr::T(content) = content
                    && let Some(schema) = &content.schema
                {
                    gather(components, schema, &mut sent);
                }
            }
        }
    }
    for body in sent {
        match components.schemas.get_mut(&body) {
            Some(RefOr::T(Schema::Object(object))) => {
                for (property, schema) in &mut object.properties {
                    limit(&body, property, schema);
                }
            }
            Some(schema) => limit(&body, "", schema),
            None => {}
        }
    }
}

/// Adds the limits to the parameters of a call.
pub(super) fn limit_parameters(operation: &mut Operation) {
    for parameter in operation.parameters.iter_mut().flatten() {
        let RefOr::T(parameter) = parameter else {
            continue;
        };
        let Some(RefOr::T(Schema::Object(object))) = &mut parameter.schema else {
            continue;
        };
        match parameter.name.as_str() {
            // By default, the document would limit them to signed numbers.
            "page" | "page_size" => {
                object.format = Some(SchemaFormat::KnownFormat(KnownFormat::Int64));
                object.maximum = Some(Number::UInt(u32::MAX as usize));
            }
            "sort" => {
                // An empty text stands for the default order.
                let orders = object.enum_values.get_or_insert_default();
                orders.push(Value::from(""));
            }
            "search" | "status" | "role_status" | "tbl_name" => object.max_length = Some(200),
            "data_type" => {
                let names = DataType::ALL.map(|data_type| Value::from(data_type.name()));
                object.enum_values = Some(names.to_vec());
            }
            "domain" => object.max_length = Some(DOMAIN_LIMIT),
            "to" => object.max_length = Some(USERNAME),
            "ids" | "tables" => {
                object.max_length = Some(20_000);
                object.pattern = Some(r"^[-0-9, \[\]]*$".to_owned());
            }
            _ => {}
        }
    }
}

fn gather(components: &Components, schema: &RefOr<Schema>, found: &mut BTreeSet<String>) {
    match schema {
        RefOr::Ref(reference) => {
            let name = reference.ref_location.rsplit('/').next().unwrap_or_default();
            if found.insert(name.to_owned())
                && let Some(schema) = components.schemas.get(name)
            {
                gather(components, schema, found);
            }
        }
        RefOr::T(Schema::Object(object)) => {
            let properties = object.properties.values();
            properties.for_each(|property| gather(components, property, found));
        }
        RefOr::T(Schema::Array(array)) => {
            if let ArrayItems::RefOrSchema(items) = &array.items {
                gather(components, items, found);
            }
        }
        RefOr::T(Schema::OneOf(choices)) => {
            let choices = choices.items.iter();
            choices.for_each(|choice| gather(components, choice, found));
        }
        RefOr::T(_) => {}
    }
}

fn limit(body: &str, property: &str, schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) if is_free_text(object) => {
            if let Some(text) = text(body, property) {
                text.describe(object);
            }
        }
        RefOr::T(Schema::Array(array)) => {
            array.max_items = max_entries(body, property);
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                limit(body, property, items);
            }
        }
        _ => {}
    }
}

/// Returns true for a text without any limit.
fn is_free_text(object: &Object) -> bool {
    let is_text = match &object.schema_type {
        SchemaType::Type(kind) => *kind == Type::String,
        SchemaType::Array(kinds) => kinds.contains(&Type::String),
        SchemaType::AnyValue => false,
    };
    is_text && object.format.is_none() && object.max_length.is_none() && object.enum_values.is_none()
}

impl Text {
    fn describe(self, object: &mut Object) {
        match self {
            Self::MaxLength(max) => object.max_length = Some(max),
            Self::Form(name, max) => {
                object.format = Some(SchemaFormat::Custom(name.to_owned()));
                object.max_length = max;
            }
            Self::OneOf(names) => {
                let mut choices: Vec<Value> = names.into_iter().map(Value::from).collect();
                if matches!(&object.schema_type, SchemaType::Array(kinds) if kinds.contains(&Type::Null)) {
                    choices.push(Value::Null);
                }
                object.enum_values = Some(choices);
            }
            Self::File => {
                "base64".clone_into(&mut object.content_encoding);
                object.max_length = Some(max_file_length());
            }
        }
    }
}

/// Returns the base64 length of the largest file, with room for the head of a data URL.
fn max_file_length() -> usize {
    let groups = MAX_FILE_BYTES.div_ceil(3);
    usize::try_from(4 * groups).unwrap_or(usize::MAX) + MEDIA_TYPE
}

fn names<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str) -> Text {
    Text::OneOf(all.iter().map(|choice| name(*choice)).collect())
}

/// Returns the limit of a text of a body; `None` for an unknown field name, which a test rejects.
fn text(body: &str, property: &str) -> Option<Text> {
    use Text::{File, Form, MaxLength, OneOf};
    const EMAIL: Text = Form("email", Some(EmailAddress::MAX_LENGTH));
    const DATE: Text = Form("date", None);
    if let Some(text) = special_text(body, property) {
        return Some(text);
    }
    let text = match (body, property) {
        // Accounts and roles. The password check accepts incomplete personal details.
        ("PasswordStrengthBody", "fname" | "middle_name" | "sname" | "organisation") => MaxLength(1000),
        (_, "fname" | "middle_name" | "sname") => MaxLength(PersonName::MAX_LENGTH),
        ("DraftDeviceBody" | "DraftStaffBody", "id") => MaxLength(DraftContent::MAX_LOCAL_ID),
        // Drafts accept incomplete input.
        ("DraftBody", _) => MaxLength(TYPED_SO_FAR),
        (_, "dataset_description" | "purpose_description") => MaxLength(PROSE),
        ("SubmissionBody", "department")
        | ("StaffInput" | "StaffAddBody" | "StaffPatchBody", "phone")
        | ("DraftDeviceBody" | "DraftStaffBody", _)
        | ("FileInput" | "DocumentInput", "name") => MaxLength(LINE),
        ("ImportForm", "format") => names(&ImportFormat::ALL, ImportFormat::name),
        ("UploadForm", "field") => names(&DocumentKind::ALL, DocumentKind::field),
        (_, "department" | "designation") => MaxLength(WorkDetail::MAX_LENGTH),
        ("PasswordStrengthBody", "org_email") | (_, "username") => MaxLength(USERNAME),
        (_, "org_email") => EMAIL,
        ("VerifyBody", "phone") => MaxLength(PhoneNumber::MAX_DIGITS + "+".len()),
        (_, "phone") => MaxLength(TYPED_PHONE),
        // Either the digits, or the sentence of the email that contains them.
        (_, "otp") => MaxLength(OtpCode::MAX_TEXT),
        ("VerifyBody" | "ForgotPasswordBody", "password") => Form("password", Some(Password::MAX_LENGTH)),
        (_, "password") => Form("password", Some(TYPED_PASSWORD)),
        (_, "tentative_organization") | ("OrganizationFormBody", "name") => {
            MaxLength(OrganisationName::MAX_LENGTH)
        }
        (_, "is_active") => names(
            &[AccountState::Active, AccountState::Disabled],
            AccountState::is_active,
        ),
        ("TakeBackBody", "token") | (_, "assigned_by") => MaxLength(100),
        ("GroupBody" | "PortableStageBody", "role") => names(&Role::ALL, Role::name),
        ("ChoiceBody", "kind") => names(&Occasion::ALL, Occasion::name),
        ("ChoiceBody", "delivery") => names(&Delivery::ALL, Delivery::name),
        ("ClickBody", "cookie_id") => Form("uuid", None),
        ("ClickBody", "ip_address") => MaxLength(64),
        ("ClickBody", _) => MaxLength(Click::MAX_LENGTH),
        // Organisations, procedures and the dictionary.
        ("OrganizationFormBody", "domain") => MaxLength(DOMAIN_LIMIT),
        ("OrganizationFormBody", "description") => MaxLength(DESCRIPTION_LIMIT),
        ("OrganizationFormBody", "country") => MaxLength(COUNTRY_LIMIT),
        ("OrganizationFormBody", "abbreviation") => MaxLength(ABBREVIATION_LIMIT),
        ("ApprovalProcedureInputBody" | "PortableProcedureBody", "description") => MaxLength(MAX_DESCRIPTION),
        ("ApprovalProcedureInputBody" | "PortableProcedureBody" | "DuplicateInputBody", "name")
        | (_, "stage_activity") => MaxLength(MAX_NAME),
        ("LetterTemplateInputBody" | "LetterPreviewInputBody" | "PortableLetterBody", "heading") => {
            MaxLength(MAX_HEADING)
        }
        ("LetterTemplateInputBody" | "LetterPreviewInputBody" | "PortableLetterBody", "body") => {
            MaxLength(MAX_BODY)
        }
        (_, "stage_type") => MaxLength(MAX_STAGE_TYPE),
        (_, "icon") => MaxLength(MAX_ICON),
        (_, "db_password") => Form("password", Some(LONGEST_NAME)),
        (_, "db_type") => names(&DatabaseType::ALL, DatabaseType::name),
        ("SourceInputBody" | "TopicInputBody", "description") | ("VersionInputBody", "message") => {
            MaxLength(LONGEST_TEXT)
        }
        ("SourceInputBody", _) | (_, "source" | "topic") => MaxLength(LONGEST_NAME),
        // Reference data.
        ("PurposeInputBody", "purpose")
        | ("CommitteeInputBody", "irb_name")
        | ("EquipmentTypeInputBody", "equipment_type")
        | ("PlaceInputBody", "label") => MaxLength(LONGEST_REFERENCE_NAME),
        ("PlaceInputBody", "level") => names(&Level::ALL, Level::name),
        // Requests.
        (
            _,
            "needed_on" | "direct_access_from" | "direct_access_to" | "usage_from" | "usage_to"
            | "start_value" | "end_value" | "release_date",
        ) => DATE,
        (_, "principal_email") | ("StaffInput" | "StaffAddBody" | "StaffPatchBody", "email") => EMAIL,
        (_, "ethics_approval_letter") => OneOf(vec!["Yes", "No"]),
        (_, "data_format") => OneOf(DataFormat::NAMES.to_vec()),
        (_, "identification_type") => names(&IdentificationType::ALL, IdentificationType::name),
        ("FileInput" | "DocumentInput", "data") => File,
        ("FileInput" | "DocumentInput", "mime") => MaxLength(MEDIA_TYPE),
        (
            "SubmissionBody" | "DeviceInput" | "StaffInput" | "FiltersInput" | "RequestPatchBody"
            | "DocumentsPatchBody" | "DeviceAddBody" | "DevicePatchBody" | "StaffAddBody" | "StaffPatchBody",
            _,
        ) => MaxLength(LINE),
        // Review and feedback.
        (_, "section") => names(&Section::ALL, Section::name),
        (
            _,
            "comment"
            | "reply"
            | "note"
            | "reason"
            | "recommendation"
            | "improvement_suggestion"
            | "additional_feedback",
        ) => MaxLength(REMARK_LIMIT),
        (_, "data_request_process_experience") => names(Experience::ALL, Experience::name),
        (_, "would_recommend_others") => names(Recommendation::ALL, Recommendation::name),
        (_, "expectations_met") => names(Expectations::ALL, Expectations::name),
        (_, "would_you_come_back") => names(ComeBack::ALL, ComeBack::name),
        _ => return None,
    };
    Some(text)
}

fn special_text(body: &str, property: &str) -> Option<Text> {
    dictionary_text(body, property)
        .or_else(|| confirmation_text(body, property))
        .or_else(|| deadline_text(body, property))
}

/// Texts that confirm an erasure or a second factor, names of passkeys, and the texts of sign-ins at
/// a provider.
fn confirmation_text(body: &str, property: &str) -> Option<Text> {
    match (body, property) {
        ("EraseBody", "confirmation") => Some(Text::MaxLength(EmailAddress::MAX_LENGTH)),
        ("EraseBody", "reason") => Some(Text::MaxLength(ErasureReason::MAX_LENGTH)),
        (_, "pending_token" | "identity_token") | ("ProviderReturnInputBody", "state") => {
            Some(Text::MaxLength(TOKEN))
        }
        ("ProviderSignInBody", "provider") => Some(Text::MaxLength(ProviderId::MAX_LENGTH)),
        ("ProviderReturnInputBody", "code") => Some(Text::MaxLength(PROVIDER_CODE)),
        ("ProviderReturnInputBody", "iss") => Some(Text::MaxLength(Identity::MAX_LENGTH)),
        ("ProviderReturnInputBody", "error") => Some(Text::MaxLength(PROVIDER_ERROR)),
        ("ProviderLogoutBody", "logout_token") => Some(Text::MaxLength(LOGOUT_TOKEN)),
        ("SignInCodeBody" | "NewAppCodeBody", "code") | (_, "current_code") => {
            Some(Text::MaxLength(FactorCode::MAX_TEXT))
        }
        ("NewPasskeyBody" | "NewSignInPasskeyBody" | "PasskeyNameBody", "name") => {
            Some(Text::MaxLength(PasskeyName::MAX_LENGTH))
        }
        _ => None,
    }
}

fn deadline_text(body: &str, property: &str) -> Option<Text> {
    match (body, property) {
        ("CalendarInputBody", "time_zone") => Some(Text::Form("time-zone", Some(TIME_ZONE))),
        ("ExtensionInputBody", "reason") => Some(Text::MaxLength(Extension::MAX_REASON)),
        ("HolidayInputBody", "name") => Some(Text::MaxLength(HolidayName::MAX_LENGTH)),
        _ => None,
    }
}

fn dictionary_text(body: &str, property: &str) -> Option<Text> {
    use Text::{Form, MaxLength};
    let text = match (body, property) {
        ("TableInputBody", "tbl_description")
        | ("VariableInputBody", "meaning")
        | ("MetadataInputBody", "value")
        | ("TimelineInputBody", "comment") => MaxLength(LONGEST_PROSE),
        (_, "data_type") => names(&DataType::ALL, DataType::name),
        (_, "usage") => names(&Usage::ALL, Usage::name),
        ("TableTopicInputBody", "pos_x" | "pos_y") => Form("decimal", Some(MAX_POSITION)),
        (
            "TableInputBody"
            | "TableTypeInputBody"
            | "VariableInputBody"
            | "SynonymInputBody"
            | "InputValueInputBody"
            | "MetadataInputBody",
            _,
        ) => MaxLength(LONGEST_NAME),
        _ => return None,
    };
    Some(text)
}

fn max_entries(body: &str, property: &str) -> Option<usize> {
    match (body, property) {
        ("ClicksBody", _) => Some(Click::MAX_AT_ONCE),
        ("DatasetVariablesAddBody", "var") | ("DatasetVariablesRemoveBody", "dataset_variables") => {
            Some(MAX_VARIABLES_AT_ONCE)
        }
        (_, "dataset_variables") => Some(RequestDetails::MAX_VARIABLES),
        (_, "facility_filter") => Some(Filters::MAX_FACILITIES),
        ("DrawingInputBody" | "TrialInputBody" | "PortableProcedureBody", "stages") => Some(MAX_STAGES),
        ("DrawingInputBody" | "TrialInputBody" | "PortableProcedureBody", "links") => Some(MAX_LINKS),
        ("CalendarInputBody", "holidays") => Some(RawCalendar::MAX_HOLIDAYS),
        ("DraftBody", "facilities") => Some(DraftContent::MAX_FACILITIES),
        ("DraftBody", "request_purposes") => Some(DraftContent::MAX_PURPOSES),
        (_, "list_of_devices" | "list_of_staff") => Some(MAX_ROWS),
        _ => None,
    }
}
