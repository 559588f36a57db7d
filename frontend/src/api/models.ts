import type { components, operations } from './schema.gen';

/**
 * The API's bodies under the names that screens import. A schema `XBody` is `X` (`types.js`); the aliases below give the others a
 * name.
 */
export type * from './schema.gen';

type Schemas = components['schemas'];

export type AccountSession = Schemas['SessionBody'];
export type DemoAccount = Schemas['DemoAccount'];
export type DemoMail = Schemas['DemoMail'];
export type DataSource = Schemas['SourceBody'];
export type DictionaryTable = Schemas['TableBody'];
export type MeaningBlock = Schemas['BlockBody'];
export type MeaningSpan = Schemas['SpanBody'];
export type QualityShare = Schemas['ShareBody'];
/** How many notifications there are in one role. */
export type NotificationCount = Schemas['GroupCountBody'];
/** Requests, or one of them. */
export type RequestsAnswer = Schemas['RequestsAnswer'];
/** A data request in full; the generated document has it only inside its envelope. */
export type DataRequest = Schemas['Envelope_RequestBody']['data'];
/** A variable of a request, with the dataset that it stands in. */
export type RequestedVariable = DataRequest['dataset_variables'][number];
/** What two versions of a data source do not have alike. */
export type VersionComparison = Schemas['ComparisonBody'];
/** How many requests stand on each tab of a list. */
export type RequestCounts = Schemas['CountsBody'];
export type RequestState = Schemas['StateBody'];
export type RequestEdge = Schemas['EdgeBody'];
export type RequestDocument = Schemas['DocumentBody'];
export type StaffMember = Schemas['StaffBody'];
export type StateComment = Schemas['CommentBody'];
/** Who wrote a comment or a reply, and in which role. */
export type CommentAuthor = Schemas['AuthorBody'];
export type HistoryEntry = Schemas['HistoryBody'];
export type RequestVersion = Schemas['VersionBody'];
/** A document as it was in a version. */
export type VersionFile = Schemas['FileBody'];
export type FacilityNode = Schemas['FacilityBody'];
/** What was typed into a request that is not submitted, as it is saved. */
export type DraftBody = Schemas['DraftBody'];
export type OrganisationOption = Schemas['OrganizationOptionBody'];
export type Organisation = Schemas['OrganizationBody'];
export type OrganisationInput = Schemas['OrganizationFormBody'];
/** Something that a new installation needs before a first request. */
export type MissingForFirstRequest = Schemas['MissingBody'];
/** An import, running or ended. */
export type DictionaryImport = Schemas['ImportBody'];
export type NotificationsAnswer = Schemas['NotificationsAnswer'];
export type MailPreference = Schemas['PreferenceBody'];
export type MailChoice = Schemas['ChoiceBody'];
/** A role under which notifications stand. */
export type NotificationGroup = Schemas['GroupBody']['role'];
export type CommentSection = Schemas['NewCommentBody']['section'];
export type ContactDetails = Schemas['ContactBody'];
/** A procedure as its drawing shows it. */
export type DrawnProcedure = Schemas['DrawingBody'];
/** Which entries of the record are wanted, and from where on. */
export type WantedActs = NonNullable<operations['entries']['parameters']['query']>;
/** A procedure of a file, and how it is imported. */
export type ImportInput = Schemas['PortableProcedureBody'];
