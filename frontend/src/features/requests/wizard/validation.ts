import { addDays, calendarDay, daysBetween } from '@/lib/days';
import { emailFault, isEmail, LOCAL_PART } from '@/lib/emails';
import { isTooLong, LINE_LIMIT } from '@/lib/limits';
import type { FieldError } from '@/ui/records/useRecordForm';
import { isPhone } from '@/lib/phones';
import { unusableReason } from '@/lib/textErrors';
import { isBlank, trimmed } from '@/lib/textInput';
import {
  staffSlot,
  type Draft,
  type DraftDevice,
  type DraftStaff,
  type Files,
  type Filters,
  type IdentificationType,
} from './draft';
import { fields, questionOf, type Details, type Field } from './questions';

/**
 * The rules of the wizard, checked at once and without a connection. The server has the same rules
 * in `domain/src/requests`: a test of the domain writes `testing/submissions.json`, and
 * `validation.test.ts` compares this file with it. The functions check in the order of the
 * specification (2 §5), which is the order of the toasts.
 */

/**
 * An error of one field. The field is named as in the payload, the message worded as in the
 * specification (2 §5).
 */
export interface Fault {
  field: string;
  message: string;
  /** The message at the field, if the specification words it differently from the toast. */
  inline?: string;
  /** The label of the field, for messages that do not name it. */
  label?: string;
}

/** Returns the message for display away from its field. */
export const namedMessage = ({ label, message }: Fault): string =>
  label ? `${label}: ${message}` : message;

/** Returns the first error of each field, for a form. */
export function errorsByField(faults: readonly Fault[]): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {};
  for (const fault of faults) {
    errors[fault.field] ??= { toast: namedMessage(fault), beside: fault.inline ?? fault.message };
  }
  return errors;
}

/**
 * The minimum of days between today and the day the data is needed. The picker starts one day later
 * (2 §9).
 */
export const MIN_DAYS_AHEAD = 14;
export const PICKER_DAYS_AHEAD = 15;
/** The number of days after Usage From from which Usage To can be picked (2 §9). */
const MIN_USAGE_DAYS = 3;
/** The purpose "Other", the only one with a description (2 §9). */
export const OTHER_PURPOSE = 3;
/** The name that means "no additional committee" in a payload (2 §4). */
export const NO_COMMITTEE = 'None';
/** The maximum number of devices, and of members of staff. */
export const MAX_ROWS = 200;
export const MAX_VARIABLES = 10_000;
/** The maximum number of facility summaries. */
export const MAX_FACILITIES = 2000;
/** The maximum total size of a draft's files in bytes. */
export const MAX_FILES_BYTES = 45_000_000;

export const identificationHint = {
  Passport: 'Please upload the Passport',
  'National ID': 'Please upload the National ID',
} as const;

export const firstUsageTo = (usageFrom: string): string => addDays(usageFrom, MIN_USAGE_DAYS);

export type PrincipalAnswers = Pick<Details, Extract<Field, `principal_${string}`>>;

export interface Choices {
  files: Files;
  dataSourceId: number | null;
  variableIds: readonly number[];
  /** YYYY-MM-DD. */
  today: string;
  /** The fields of the principal from the account, if the requester is the principal (2 §4). */
  requester: PrincipalAnswers;
}

export function submissionFaults(draft: Omit<Draft, 'reached'>, choices: Choices): Fault[] {
  const { details, filters } = draft;
  const { files } = choices;
  const faults = detailsFaults(details, choices);
  // The server compares the devices with the needed date only if step 1 has no errors.
  const neededOn = faults.length === 0 ? details.needed_on : '';
  faults.push(...filtersFaults(filters), ...listsFaults(draft, files, neededOn));
  const size = [...files.values()].reduce((sum, file) => sum + file.size, 0);
  if (size > MAX_FILES_BYTES) {
    const message = 'The files together are too large. The limit is 45 MB for all of them.';
    faults.push({ field: 'files', message });
  }
  return faults;
}

/** Step 1 (decisions, "Requests"). */
function detailsFaults(details: Details, choices: Choices): Fault[] {
  const { files } = choices;
  const faults: Fault[] = [];
  requiredAnswer(faults, details, 'title', 'Please enter the Data Request Title.');
  const committee = 'Please select the Ethics Committee Name.';
  required(faults, details.ethics_committee, 'ethics_committee', committee);
  const protocol = 'Please enter the Protocol Reference Number.';
  requiredAnswer(faults, details, 'protocol_ref_num', protocol);
  checkNeededOn(faults, details.needed_on, choices.today);
  checkLetters(faults, details, files);
  checkPurposes(faults, details);
  required(faults, details.data_format, 'data_format', 'Select a data format you want.');
  checkAdditionalLetter(faults, details, files);
  checkPeriod(faults, details);
  const description = 'Please enter the Dataset Description.';
  requiredAnswer(faults, details, 'dataset_description', description);
  checkVariables(faults, choices);
  checkPrincipal(faults, details, choices.requester);
  required(faults, choices.dataSourceId, 'data_source_id', 'Please select the Data Source.');
  checkOptionalTexts(faults, details);
  return faults;
}

function checkNeededOn(faults: Fault[], neededOn: string, today: string): void {
  const missing = 'Please enter the Date the Request will be Needed.';
  const day = requiredDay(faults, neededOn, 'needed_on', missing);
  if (!day) return;
  const ahead = daysBetween(today, day);
  if (ahead <= 0) {
    add(faults, 'needed_on', 'The selected date must be greater than the current date');
  } else if (ahead < MIN_DAYS_AHEAD) {
    const soon =
      'The Needed Date should be in four weeks time or greater. Preferably during the Week.';
    add(faults, 'needed_on', soon);
  }
}

function checkLetters(faults: Fault[], details: Details, files: Files): void {
  const { ethics_approval_letter: available } = details;
  const unanswered = 'Please select whether the Ethics Approval Letter is available.';
  required(faults, available, 'ethics_approval_letter', unanswered);
  if (available === 'Yes') {
    const missing = 'Please upload the Ethics Approval Letter.';
    required(faults, files.get('ethics_doc_path'), 'ethics_doc_path', missing);
  }
  const missing = 'Please upload the Data Sharing Agreement.';
  required(faults, files.get('file_path'), 'file_path', missing);
}

function checkPurposes(faults: Fault[], details: Details): void {
  const { purposes, purpose_description: description } = details;
  const none = 'Please select at least one Request Purpose.';
  required(faults, purposes.length, 'request_purposes', none);
  if (!purposes.includes(OTHER_PURPOSE)) return;
  const missing = 'Please enter the Purpose Description.';
  if (isBlank(description)) add(faults, 'purpose_description', missing);
  else requiredAnswer(faults, details, 'purpose_description', missing);
}

/** The yes/no answer exists in the wizard only. The server infers it from a name or a letter. */
function checkAdditionalLetter(faults: Fault[], details: Details, files: Files): void {
  if (details.additional_letter !== 'Yes') return;
  const field = 'additional_ethics_committee_name';
  const missing = 'Enter the Additional Ethics Committee Name.';
  if (details[field].trim() === NO_COMMITTEE) add(faults, field, missing);
  else requiredAnswer(faults, details, field, missing);
  const upload = 'Upload the Additional Ethics Approval Letter Name.';
  required(faults, files.get('additional_IRB_file_path'), 'additional_IRB_file_path', upload);
}

function checkPeriod(faults: Fault[], details: Details): void {
  if (details.data_format !== 'Direct access' || details.no_date_limit) return;
  const from = readDay(faults, details.direct_access_from, 'direct_access_from');
  const to = readDay(faults, details.direct_access_to, 'direct_access_to');
  if (from === undefined || to === undefined) return;
  if (!from || !to) {
    const field = from ? 'direct_access_to' : 'direct_access_from';
    add(faults, field, 'Enter the Direct Access period.');
  } else if (to <= from) {
    const early = 'Enter the Direct Access To must be greater than Direct Access From.';
    add(faults, 'direct_access_to', early);
  }
}

function checkVariables(faults: Fault[], { variableIds, files }: Choices): void {
  if (variableIds.length === 0) {
    const missing =
      'Please upload your General Data Specification Form since no variables were selected.';
    required(faults, files.get('data_specs_path'), 'data_specs_path', missing);
  } else if (variableIds.length > MAX_VARIABLES) {
    const many = `A request must not have more than ${MAX_VARIABLES} variables.`;
    add(faults, 'dataset_variables', many);
  }
}

/** The answer is required in the wizard only. The server treats a missing answer as "No". */
function checkPrincipal(faults: Fault[], details: Details, requester: PrincipalAnswers): void {
  if (details.isPrincipal === '') {
    add(faults, 'isPrincipal', 'Please select whether you are the Principal Investigator.');
    return;
  }
  const principal = details.isPrincipal === 'Yes' ? requester : details;
  requiredAnswer(faults, principal, 'principal_fname', "Please enter the Principal's Name.");
  requiredAnswer(faults, principal, 'principal_sname', "Please enter the Principal's Surname.");
  const { principal_email: email, principal_phone: phone } = principal;
  const noEmail = "Please enter the Principal's Email.";
  // The server checks the length of a line first. An email of 255 characters is an invalid email.
  const hasEmail = requiredAnswer(faults, principal, 'principal_email', noEmail, LINE_LIMIT);
  if (hasEmail && !isEmail(email)) {
    add(faults, 'principal_email', 'Enter a valid email.', emailReason(email));
  }
  const noPhone = "Please enter the Principal's Phone.";
  const hasPhone = requiredAnswer(faults, principal, 'principal_phone', noPhone);
  if (hasPhone && !isPhone(phone)) add(faults, 'principal_phone', noPhone);
  const noInstitution = "Please enter the Principal's Institution.";
  requiredAnswer(faults, principal, 'principal_institution', noInstitution);
  const noOccupation = "Please enter the Principal's Occupation.";
  requiredAnswer(faults, principal, 'principal_occupation', noOccupation);
}

/** Checks the optional texts by the limit of their row, as the last answers, like the server. */
function checkOptionalTexts(faults: Fault[], details: Details): void {
  for (const field of fields) {
    const { kind, optional } = questionOf(field);
    const typed = details[field];
    if (kind === 'text' && optional && typeof typed === 'string') {
      readAnswer(faults, typed, field);
    }
  }
}

/** Step 2: all answers are optional. */
function filtersFaults({ facility_filter, start_value, end_value }: Filters): Fault[] {
  const faults: Fault[] = [];
  if (facility_filter.length > MAX_FACILITIES) {
    add(faults, 'filters.facility_filter', tooManyRows(MAX_FACILITIES));
  } else {
    facility_filter.forEach((name, index) =>
      readText(faults, name, `filters.facility_filter[${index}]`, 'Facility'),
    );
  }
  const range = 'filters.date_range_filter';
  const start = readDay(faults, start_value, `${range}.start_value`);
  const end = readDay(faults, end_value, `${range}.end_value`);
  if (start && end && end < start) {
    add(faults, `${range}.end_value`, 'The End Date cannot be before the Start Date.');
  }
  return faults;
}

/** Step 3: at least one device and one member of staff, all of them valid. */
function listsFaults(
  { devices, staff }: Pick<Draft, 'devices' | 'staff'>,
  files: Files,
  neededOn: string,
): Fault[] {
  return [
    ...rowsFaults(
      devices,
      'list_of_devices',
      'Please add device to the List of Devices Table',
      (device) => deviceFaults(device, neededOn),
    ),
    ...rowsFaults(
      staff,
      'list_of_staff',
      'Please add staff member to the List of Staff Table',
      (member) => staffFaults(member, files.get(staffSlot(member.local_id))),
    ),
  ];
}

function rowsFaults<Row>(
  rows: readonly Row[],
  field: string,
  missing: string,
  faultsOf: (row: Row) => Fault[],
): Fault[] {
  if (rows.length === 0) return [{ field, message: missing }];
  if (rows.length > MAX_ROWS) return [{ field, message: tooManyRows(MAX_ROWS) }];
  return rows.flatMap((row, index) =>
    faultsOf(row).map((fault) => ({ ...fault, field: `${field}[${index}].${fault.field}` })),
  );
}

/**
 * Returns the validation errors of a device (2 §5, "Device dialog"). `isStored` is true if a device
 * of a submitted request is edited, for which one message differs.
 */
export function deviceFaults(device: DraftDevice, neededOn: string, isStored = false): Fault[] {
  const faults: Fault[] = [];
  const type = 'Please enter the Equipment Type Info.';
  required(faults, device.equipment_type, 'equipment_type', type);
  const line = (
    field: 'serial_number' | 'used_by' | 'organisation' | 'equipment_name',
    label: string,
    missing: string,
  ) => requiredText(faults, device[field], field, label, missing);
  line('serial_number', 'Serial Number', 'Please enter the Serial Number.');
  line('used_by', 'Used By', 'Please enter the Used By Details.');
  line('organisation', 'Organisation', 'Please enter the Organisation Name.');
  const { usage_from, usage_to } = device;
  const from = requiredDay(faults, usage_from, 'usage_from', 'Please enter Usage From Date');
  if (from && neededOn && from < neededOn) {
    const early = 'Usage From cannot be before the Date the Request will be Needed.';
    add(faults, 'usage_from', early);
  }
  line('equipment_name', 'Equipment Name', 'Equipment Name is required.');
  const to = requiredDay(faults, usage_to, 'usage_to', 'Please enter Usage To Date');
  if (from && to && to <= from) {
    const early = isStored
      ? 'Usage To cannot be before Usage From'
      : 'Usage To must be greater than Usage From.';
    add(faults, 'usage_to', early);
  }
  return faults;
}

/**
 * Returns the validation errors of a member of staff (2 §5, "Staff dialog"). `uploaded` is the type
 * of the identification that is stored with a submitted request, where a person who does not comply
 * with the Confidentiality Protocol cannot be saved (2 §4).
 */
export function staffFaults(
  member: DraftStaff,
  identification: unknown,
  uploaded?: IdentificationType,
): Fault[] {
  const faults: Fault[] = [];
  const line = (
    field:
      | 'first_name'
      | 'surname'
      | 'phone'
      | 'email'
      | 'identification_number'
      | 'position_in_organisation',
    label: string,
    missing: string,
    inline?: string,
  ) => requiredText(faults, member[field], field, label, missing, inline);
  const { phone, email, identification_type: type, confidentiality_protocols: complies } = member;
  line(
    'first_name',
    'First Name',
    "Please enter the Staff's First Name.",
    'First Name is required.',
  );
  line('surname', 'Surname', "Please enter the Staff's Surname.", 'Surname is required.');
  const noPhone = "Please enter the Staff's Phone Number.";
  const hasPhone = line('phone', 'Phone Number', noPhone, 'Phone Number is required.');
  if (hasPhone && !isPhone(phone)) add(faults, 'phone', noPhone, 'Enter 6 to 15 digits.');
  const hasEmail = line('email', 'Email', "Please enter the Staff's Email.", 'Email is required.');
  if (hasEmail && !isEmail(email)) {
    const inline = emailReason(email) ?? 'Enter a valid email.';
    add(faults, 'email', 'Please enter a Valid Email.', inline);
  }
  required(
    faults,
    type,
    'identification_type',
    "Please select the Staff's Identification Type",
    'Identification Type is required.',
  );
  if (type) {
    line(
      'identification_number',
      'Identification Number',
      'Please enter the Identification Number since you selected a valid Identification Type.',
    );
  }
  line(
    'position_in_organisation',
    'Position in the Organisation',
    "Please enter the Staff's Position in the Organisation",
    'Position in Organization is required.',
  );
  if (complies === null) {
    add(
      faults,
      'confidentiality_protocols',
      'Please select an option whether the Staff member compiled with the Confidentiality Protocol.',
      'Confidentiality Protocols Status is required.',
    );
  }
  if (type && type !== uploaded) {
    required(faults, identification, 'identification_file_path', identificationHint[type]);
  }
  if (uploaded && complies === false) {
    const refused =
      "You can't save a person who does not comply with the Confidentiality Protocol. Remove this person from the list.";
    add(faults, 'confidentiality_protocols', refused);
  }
  return faults;
}

/** Returns the reason why an address is refused, if that reason has a message of its own. */
const emailReason = (text: string) => (emailFault(text) === LOCAL_PART ? LOCAL_PART : undefined);

function add(faults: Fault[], field: string, message: string, inline?: string): void {
  faults.push({ field, message, inline });
}

const tooManyRows = (most: number) => `The list must not have more than ${most} rows.`;

/** Checks that a choice was made, or a file uploaded. */
function required(
  faults: Fault[],
  value: unknown,
  field: string,
  missing: string,
  inline?: string,
): void {
  if (!value) add(faults, field, missing, inline);
}

/** Checks a required text of step 1. Returns true if it is given and valid. */
function requiredAnswer<Name extends Field>(
  faults: Fault[],
  answers: Record<Name, string>,
  field: Name,
  missing: string,
  limit?: number,
): boolean {
  const text = readAnswer(faults, answers[field], field, limit);
  if (text === '') add(faults, field, missing);
  return Boolean(text);
}

/** Returns a text of step 1 as `readText` does, with the limit of its question. */
function readAnswer(
  faults: Fault[],
  typed: string,
  field: Field,
  limit: number | undefined = questionOf(field).limit,
): string | undefined {
  const { label, multiline } = questionOf(field);
  return readText(faults, typed, field, label, limit, multiline ? storedProse : storedLine);
}

/** Checks a required line. Returns true if it is given and valid. */
function requiredText(
  faults: Fault[],
  typed: string,
  field: string,
  label: string,
  missing: string,
  inline?: string,
): boolean {
  const text = readText(faults, typed, field, label);
  if (text === '') add(faults, field, missing, inline);
  return Boolean(text);
}

/**
 * Returns the text as the server stores it. If the server would refuse it, adds the error and
 * returns undefined.
 */
function readText(
  faults: Fault[],
  typed: string,
  field: string,
  label: string,
  limit: number = LINE_LIMIT,
  stored: (typed: string) => string = storedLine,
): string | undefined {
  const unusable = unusableReason(typed);
  const text = stored(typed);
  const message = unusable
    ? `The text ${unusable}`
    : isTooLong(text, limit) && `The text must not be longer than ${limit} characters.`;
  if (!message) return text;
  faults.push({ field, message, label });
  return undefined;
}

const storedProse = (typed: string) =>
  isBlank(typed) ? '' : trimmed(typed.replaceAll('\r\n', '\n')).normalize('NFC');
const storedLine = (typed: string) => storedProse(typed).replace(/\s+/g, ' ');

function requiredDay(
  faults: Fault[],
  typed: string,
  field: string,
  missing: string,
): string | undefined {
  const day = readDay(faults, typed, field);
  if (day === '') add(faults, field, missing);
  return day;
}

/**
 * Returns the day, or an empty text if there is none. If the text is not a calendar day, adds the
 * error and returns undefined.
 */
function readDay(faults: Fault[], typed: string, field: string): string | undefined {
  const [day = ''] = typed.trim().split('T');
  if (day === '') return day;
  if (calendarDay(day) && day >= '1000') return day;
  add(faults, field, 'The date must have the form YYYY-MM-DD.');
  return undefined;
}
