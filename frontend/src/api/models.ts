import type { components, operations } from './schema.gen';

/**
 * The names of the API's bodies as the screens use them. All of them come from the generated types; a screen
 * imports from here and never from `schema.gen.ts`.
 */
type Schemas = components['schemas'];

export type User = Schemas['UserBody'];
export type AssignedRole = Schemas['AssignedRoleBody'];
export type Country = Schemas['CountryBody'];
export type OrganizationOption = Schemas['OrganizationOptionBody'];
export type PasswordRules = Schemas['PasswordRulesBody'];
export type AccountSession = Schemas['SessionBody'];
export type Click = Schemas['ClickBody'];
export type DemoAccount = Schemas['DemoAccount'];
export type DemoMail = Schemas['DemoMail'];
export type DataSource = Schemas['SourceBody'];
export type DictionaryTable = Schemas['TableBody'];
/** That variables of one table depend on variables of another one. */
export type TableEdge = Schemas['TableEdgeBody'];
export type Variable = Schemas['VariableBody'];
export type MeaningBlock = Schemas['BlockBody'];
export type MeaningSpan = Schemas['SpanBody'];
export type OriginQuality = Schemas['OriginQualityBody'];
export type TableQuality = Schemas['TableQualityBody'];
export type QualityShare = Schemas['ShareBody'];
export type QualitySummary = Schemas['QualitySummaryBody'];
export type LabelTally = Schemas['LabelTallyBody'];
export type Notification = Schemas['NotificationBody'];
/** How many notifications there are in one role. */
export type NotificationCount = Schemas['GroupCountBody'];
export type Page = Schemas['PageBody'];
/** A data request in full; the generated document has it only inside its envelope. */
export type DataRequest = Schemas['Envelope_RequestBody']['data'];
/** The stage at which the caller acts, in the role that they hold there. */
export type OwnStage = Schemas['OwnStageBody'];
/** A variable of a request, with the dataset that it stands in. */
export type RequestedVariable = DataRequest['dataset_variables'][number];
/** A dataset of a request in a list. */
export type RequestedDataset = Schemas['Listing_RequestedDatasetBody']['data'][number];
/** A variable as it stands in a dataset. */
export type DatasetVariable = Schemas['Listing_DatasetVariableBody']['data'][number];
/** What the data dictionary says otherwise of a variable than when it was asked for. */
export type SinceRequest = Schemas['SinceRequestBody'];
/** A field of a table or variable that reads differently. */
export type DefinitionChange = Schemas['DefinitionChangeBody'];
/** A field of a table or variable of which something is said. */
export type Fact = Schemas['FactBody'];
/** What two versions of a data source do not have alike. */
export type VersionComparison = Schemas['Envelope_ComparisonBody']['data'];
/** A table or variable that two versions do not have alike. */
export type VersionChange = VersionComparison['changes'][number];
export type ChangeKind = Schemas['ChangeKindBody'];
/** What a table or variable was at a time. */
export type Revision = Schemas['Envelope_RevisionsBody']['data']['revisions'][number];
export type RequestRow = Schemas['RequestRowBody'];
/** How many requests stand on each tab of a list. */
export type RequestCounts = Schemas['CountsBody'];
export type RequestState = Schemas['StateBody'];
export type RequestEdge = Schemas['Envelope_Vec_EdgeBody']['data'][number];
export type RequestDocument = Schemas['DocumentBody'];
export type Device = Schemas['DeviceBody'];
export type StaffMember = Schemas['StaffBody'];
export type StateComment = Schemas['CommentBody'];
/** Who wrote a comment or a reply, and in which role. */
export type CommentAuthor = Schemas['AuthorBody'];
export type HistoryEntry = Schemas['HistoryBody'];
export type RequestVersion = Schemas['VersionBody'];
/** What reads differently in one section of a request. */
export type SectionChanges = Schemas['SectionChangesBody'];
export type FieldChange = Schemas['FieldChangeBody'];
/** A document as it was in a version. */
export type VersionFile = Schemas['FileBody'];
export type FacilityNode = Schemas['FacilityBody'];
export type Submission = Schemas['SubmissionBody'];
/** What was typed into a request that is not submitted, as it is saved. */
export type DraftBody = Schemas['DraftBody'];
export type BegunDraft = Schemas['BegunDraftBody'];
export type StoredDraft = Schemas['StoredDraftBody'];
export type DraftFile = Schemas['DraftFileBody'];
export type NotOffered = Schemas['NotOfferedBody'];
export type DraftRow = Schemas['DraftRowBody'];
export type Feedback = Schemas['FeedbackBody'];
export type FeedbackInput = Schemas['FeedbackInputBody'];
export type Person = Schemas['PersonBody'];
/** A person in the list of an organisation, with what the caller may do. */
export type OrganisationUser = Schemas['OrganisationUserBody'];
/** What the erasure of an account would do. */
export type ErasurePlan = Schemas['ErasurePlanBody'];
export type OrganisationRole = Schemas['OrganisationRoleBody'];
export type OrganisationOption = Schemas['OrganizationOptionBody'];
export type Organisation = Schemas['OrganizationBody'];
export type OrganisationInput = Schemas['OrganizationFormBody'];
export type SourceRecord = Schemas['SourceRecordBody'];
export type SourceInput = Schemas['SourceInputBody'];
export type TableRecord = Schemas['TableRecordBody'];
export type TableInput = Schemas['TableInputBody'];
export type TableType = Schemas['TableTypeBody'];
export type VariableRecord = Schemas['VariableRecordBody'];
/** A variable with all that it has several of. */
export type WholeVariable = Schemas['WholeVariableBody'];
export type VariableInput = Schemas['VariableInputBody'];
export type VersionVariable = Schemas['VersionVariableBody'];
export type VersionVariableInput = Schemas['VersionVariableInputBody'];
export type TableTopic = Schemas['TableTopicBody'];
export type TableTopicInput = Schemas['TableTopicInputBody'];
export type CustodianRecord = Schemas['CustodianRecordBody'];
export type CustodianInput = Schemas['CustodianInputBody'];
export type VersionRecord = Schemas['VersionRecordBody'];
export type VersionInput = Schemas['VersionInputBody'];
export type TopicRecord = Schemas['TopicRecordBody'];
export type TopicInput = Schemas['TopicInputBody'];
export type PurposeRecord = Schemas['PurposeRecordBody'];
export type CommitteeRecord = Schemas['CommitteeRecordBody'];
export type EquipmentTypeRecord = Schemas['EquipmentTypeRecordBody'];
export type PlaceRecord = Schemas['PlaceRecordBody'];
export type PlaceInput = Schemas['PlaceInputBody'];
export type FacilitiesAdded = Schemas['FacilitiesAddedBody'];
/** Something that a new installation needs before a first request. */
export type MissingForFirstRequest = Schemas['MissingBody'];
/** What an import of a dictionary would do. */
export type ImportPreview = Schemas['ImportPreviewBody'];
export type ImportTally = Schemas['ImportTallyBody'];
export type ImportRemark = Schemas['ImportRemarkBody'];
/** An import, running or ended. */
export type DictionaryImport = Schemas['ImportBody'];
/** The same with what there is to tell of its lines. */
export type ImportDetail = Schemas['ImportDetailBody'];
export type HeldRole = Schemas['HeldRoleBody'];
export type StatusLine = Schemas['StatusLineBody'];
export type AssignedRoleStatus = Schemas['AssignedRoleStatusBody'];
export type RoleRequest = Schemas['RoleRequestBody'];
export type MailPreference = Schemas['PreferenceBody'];
export type MailChoice = Schemas['ChoiceBody'];
/** A role under which notifications stand. */
export type NotificationGroup = Schemas['GroupBody']['role'];
export type CommentSection = Schemas['NewCommentBody']['section'];
/** A document that everybody may read. */
export type PublicDocument = Schemas['PublicDocumentBody'];
export type ContactDetails = Schemas['ContactBody'];
export type StageType = Schemas['StageTypeBody'];
export type StageTypeInput = Schemas['StageTypeInputBody'];
export type WhatWaits = Schemas['WhatWaitsBody'];
export type ApprovalProcedure = Schemas['ApprovalProcedureBody'];
export type ApprovalProcedureInput = Schemas['ApprovalProcedureInputBody'];
export type Stage = Schemas['StageBody'];
export type StageInput = Schemas['StageInputBody'];
export type NextStage = Schemas['NextStageBody'];
export type NextStageInput = Schemas['NextStageInputBody'];
/** A procedure as its drawing shows it. */
export type DrawnProcedure = Schemas['DrawingBody'];
export type LetterTemplate = Schemas['LetterTemplateBody'];
/** Who would be asked, source by source. */
export type Matrix = Schemas['MatrixBody'];
/** Who would be asked at a stage. */
export type Asked = Schemas['AskedBody'];
export type ProcedureChange = Schemas['ProcedureChangeBody'];
/** How far an invented request has come. */
export type Trial = Schemas['TrialBody'];
/** An entry of the record of acts. */
export type ActEntry = Schemas['ActEntryBody'];
/** Entries from a place in the record on. */
export type ActEntries = Schemas['Envelope_ActEntriesBody']['data'];
/** How the transparency log stands. */
export type AuditLog = Schemas['Envelope_AuditLogBody']['data'];
/** A page of the record of acts, as Super Users read it. */
export type RecordOfActs = Schemas['Envelope_RecordOfActsBody']['data'];
export type ActKind = Schemas['Listing_ActKindBody']['data'][number];
/** Which entries of the record are wanted, and from where on. */
export type WantedActs = NonNullable<operations['entries']['parameters']['query']>;
/** A procedure of a file, and how it is imported. */
export type ImportInput = Schemas['PortableProcedureBody'];
