import type { components, operations } from './schema.gen';

/**
 * The API's bodies under the names that screens import. A schema `XBody` is exported as `X`
 * (`types.js`); the aliases below name the others.
 */
export type * from './schema.gen';

type Schemas = components['schemas'];

/** A completed sign-in. */
export type UserAnswer = Schemas['UserAnswer'];
export type AccountSession = Schemas['SessionBody'];
export type DemoAccount = Schemas['DemoAccount'];
export type DemoMail = Schemas['DemoMail'];
export type DataSource = Schemas['SourceBody'];
export type DictionaryTable = Schemas['TableBody'];
export type MeaningBlock = Schemas['BlockBody'];
export type MeaningSpan = Schemas['SpanBody'];
export type QualityShare = Schemas['ShareBody'];
/** The number of notifications in one role. */
export type NotificationCount = Schemas['GroupCountBody'];
/** A list of requests, or one request. */
export type RequestsAnswer = Schemas['RequestsAnswer'];
/** A complete data request. The generated document has it only inside its envelope. */
export type DataRequest = Schemas['Envelope_RequestBody']['data'];
export type RequestedVariable = DataRequest['dataset_variables'][number];
export type VersionComparison = Schemas['ComparisonBody'];
/** The number of requests on each tab of a list. */
export type RequestCounts = Schemas['CountsBody'];
export type RequestState = Schemas['StateBody'];
export type RequestEdge = Schemas['EdgeBody'];
export type RequestDocument = Schemas['DocumentBody'];
export type StaffMember = Schemas['StaffBody'];
export type StateComment = Schemas['CommentBody'];
export type CommentAuthor = Schemas['AuthorBody'];
export type HistoryEntry = Schemas['HistoryBody'];
export type RequestVersion = Schemas['VersionBody'];
export type VersionFile = Schemas['FileBody'];
export type FacilityNode = Schemas['FacilityBody'];
/** The content of a draft in the form in which it is saved. */
export type DraftBody = Schemas['DraftBody'];
export type OrganisationOption = Schemas['OrganizationOptionBody'];
export type Organisation = Schemas['OrganizationBody'];
export type OrganisationInput = Schemas['OrganizationFormBody'];
/** A record that a new installation lacks before a first request can be made. */
export type MissingForFirstRequest = Schemas['MissingBody'];
/** An import that is running or has ended. */
export type DictionaryImport = Schemas['ImportBody'];
export type NotificationsAnswer = Schemas['NotificationsAnswer'];
export type MailPreference = Schemas['PreferenceBody'];
export type MailChoice = Schemas['ChoiceBody'];
/** The role of a group of notifications. */
export type NotificationGroup = Schemas['GroupBody']['role'];
export type CommentSection = Schemas['NewCommentBody']['section'];
export type ContactDetails = Schemas['ContactBody'];
export type DrawnProcedure = Schemas['DrawingBody'];
/** The filters and the position of a page of audit entries. */
export type EntriesQuery = NonNullable<operations['entries']['parameters']['query']>;
/** Further conditions of a list of requests. */
export type RequestFilter = Pick<
  NonNullable<operations['requests_or_one']['parameters']['query']>,
  'data_source_id' | 'org_id' | 'waits_for' | 'older_than_days' | 'due'
>;
/** A procedure from a file, with the options of its import. */
export type ImportInput = Schemas['PortableProcedureBody'];
