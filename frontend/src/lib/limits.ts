import { count } from './numbers';

/**
 * The maximum lengths of texts in characters, by body and property of the OpenAPI document, with
 * which `limits.test.ts` compares them.
 */
export const limits = {
  ApprovalProcedureInputBody: { name: 200, description: 2000 },
  AttendBody: { reason: 10_000 },
  ChangeStatusBody: { reason: 10_000 },
  CommitteeInputBody: { irb_name: 255 },
  DecisionBody: { reason: 10_000, recommendation: 10_000 },
  DuplicateInputBody: { name: 200 },
  EmailBody: { org_email: 254 },
  EquipmentTypeInputBody: { equipment_type: 255 },
  EraseBody: { reason: 500, confirmation: 254 },
  ExtensionInputBody: { reason: 1000 },
  FeedbackInputBody: { improvement_suggestion: 10_000, additional_feedback: 10_000 },
  HolidayInputBody: { name: 100 },
  ImportForm: { source: 255 },
  InputValueInputBody: { value: 255 },
  LetterTemplateInputBody: { heading: 200, body: 10_000 },
  MetadataInputBody: { key: 255, value: 10_000, val_type: 255 },
  NewCommentBody: { comment: 10_000 },
  NewReplyBody: { reply: 10_000 },
  NewPasskeyBody: { name: 60 },
  OrganizationFormBody: {
    name: 200,
    domain: 254,
    description: 2000,
    country: 100,
    abbreviation: 30,
  },
  PasskeyNameBody: { name: 60 },
  PlaceInputBody: { label: 255 },
  ProfileBody: { fname: 100, middle_name: 100, sname: 100, designation: 200, department: 200 },
  PurposeInputBody: { purpose: 255 },
  ResubmitBody: { note: 10_000 },
  SignInBody: { username: 320 },
  SourceInputBody: {
    source: 255,
    description: 5000,
    dbms: 255,
    db_host: 255,
    db_username: 255,
  },
  StaffInput: { email: 254 },
  StageInputBody: { stage_activity: 200, icon: 100 },
  StageTypeInputBody: { stage_type: 100 },
  SubmissionBody: { title: 255, dataset_description: 5000 },
  SynonymInputBody: { synonym: 255 },
  TableInputBody: { tbl_name: 255, tbl_description: 10_000, entity_name: 255, icon: 255 },
  TableTypeInputBody: { name: 255 },
  TimelineInputBody: { comment: 10_000 },
  TopicInputBody: { topic: 255, description: 5000 },
  UpdateOrganisationRoleBody: { reason: 10_000 },
  VariableInputBody: {
    ids_column_name: 255,
    var_name: 255,
    meaning: 10_000,
    range: 255,
    old_var_name: 255,
    reference: 255,
  },
  VerifyBody: {
    fname: 100,
    middle_name: 100,
    sname: 100,
    org_email: 254,
    designation: 200,
    department: 200,
    tentative_organization: 200,
  },
  VersionInputBody: { message: 5000 },
} as const;

/** The longest single-line and the longest multi-line text of a Data Request. */
export const LINE_LIMIT = limits.SubmissionBody.title;
export const PROSE_LIMIT = limits.SubmissionBody.dataset_description;

/**
 * Returns the length of a text as the server counts it: in Unicode characters, not UTF-16 units.
 */
export function lengthOf(text: string): number {
  let length = 0;
  for (const character of text) if (character) length += 1;
  return length;
}

export const isTooLong = (text: string, limit: number): boolean =>
  // Checks the cheap upper bound first: no text has more characters than UTF-16 units.
  text.length > limit && lengthOf(text) > limit;

/** Returns a hint about the length of a text, or undefined while it is far from the limit. */
export function lengthMessage(text: string, limit: number): string | undefined {
  const left = limit - lengthOf(text);
  if (left < 0)
    return `You have ${count(-left, 'character')} too many. Shorten the text to continue.`;
  return left <= Math.max(10, limit / 10)
    ? `You have ${count(left, 'character')} left.`
    : undefined;
}
