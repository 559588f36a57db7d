import type { DraftBody } from '@/api/models';
import { limits, LINE_LIMIT, PROSE_LIMIT } from '@/lib/limits';
import { isBoolean, isListOf, isNullOr, isNumber, isOneOf, isText, type Guard } from '@/lib/shape';
import type { ScreenId } from './screens';

export type YesNo = '' | 'Yes' | 'No';
export const dataFormats = ['Paper-based', 'Electronic', 'Direct access'] as const;
export type DataFormat = (typeof dataFormats)[number];

/** The value of an answer, by the kind of its question. */
interface Values {
  /** Empty if unanswered. */
  text: string;
  /** YYYY-MM-DD, or empty. */
  date: string;
  yesNo: YesNo;
  tick: boolean;
  /** An id of the reference data. */
  entry: number | null;
  entries: number[];
  dataFormat: '' | DataFormat;
}

const emptyValues: Values = {
  text: '',
  date: '',
  yesNo: '',
  tick: false,
  entry: null,
  entries: [],
  dataFormat: '',
};

const guards: { [Kind in keyof Values]: Guard<Values[Kind]> } = {
  text: isText,
  date: isText,
  yesNo: isOneOf('', 'Yes', 'No'),
  tick: isBoolean,
  entry: isNullOr(isNumber),
  entries: isListOf(isNumber),
  dataFormat: isOneOf('', ...dataFormats),
};

interface Question {
  screen: ScreenId;
  kind: keyof Values;
  label: string;
  /** The label under the title of the screen, where that says the rest. */
  short?: string;
  /** The maximum length of a text that the server accepts; without it, that of a line. */
  limit?: number;
  /** True if a text may have several lines. */
  multiline?: true;
  /** True if a text may be left empty. For questions that are always asked. */
  optional?: true;
}

/**
 * The questions of step 1, in the order of the wizard. Each has the name of its field in a draft
 * and in the payload (2 §3). Only `purposes` is called `request_purposes` there.
 *
 * These follow from a row: the type and the empty value of the answer, the draft on the device and
 * on the server, the comparison of two drafts, the payload, the length of a text, and the screen
 * that shows an error. The field on that screen, the rule of a required answer in `validation.ts`
 * and the item in a list of answers (`shared/requests/*Answers.tsx`, `ReviewScreen.tsx`) are written
 * by hand. An optional text needs no rule.
 */
export const questions = {
  title: { screen: 'study', kind: 'text', limit: LINE_LIMIT, label: 'Data Request Title' },
  ethics_committee: { screen: 'study', kind: 'entry', label: 'Ethics Committee Name' },
  protocol_ref_num: {
    screen: 'study',
    kind: 'text',
    limit: LINE_LIMIT,
    label: 'Protocol Reference Number',
  },
  needed_on: { screen: 'study', kind: 'date', label: 'Date needed' },

  isPrincipal: { screen: 'principal', kind: 'yesNo', label: 'You are the principal investigator' },
  principal_fname: {
    screen: 'principal',
    kind: 'text',
    limit: LINE_LIMIT,
    label: "Principal's name",
    short: 'Name',
  },
  principal_sname: {
    screen: 'principal',
    kind: 'text',
    limit: LINE_LIMIT,
    label: "Principal's surname",
    short: 'Surname',
  },
  principal_email: {
    screen: 'principal',
    kind: 'text',
    limit: limits.StaffInput.email,
    label: "Principal's email",
    short: 'Email',
  },
  // No limit, because a valid phone number has at most 15 digits.
  principal_phone: {
    screen: 'principal',
    kind: 'text',
    label: "Principal's phone",
    short: 'Phone',
  },
  principal_institution: {
    screen: 'principal',
    kind: 'text',
    limit: LINE_LIMIT,
    label: "Principal's institution",
    short: 'Institution',
  },
  principal_occupation: {
    screen: 'principal',
    kind: 'text',
    limit: LINE_LIMIT,
    label: "Principal's occupation",
    short: 'Occupation',
  },

  ethics_approval_letter: {
    screen: 'ethics',
    kind: 'yesNo',
    label: 'Ethics Approval Letter is available',
  },
  exempted: { screen: 'ethics', kind: 'tick', label: 'The study is exempt' },
  additional_letter: { screen: 'ethics', kind: 'yesNo', label: 'There is an additional letter' },
  additional_ethics_committee_name: {
    screen: 'ethics',
    kind: 'text',
    limit: LINE_LIMIT,
    label: 'Additional Ethics Committee Name',
  },

  purposes: { screen: 'purpose', kind: 'entries', label: 'Purposes' },
  purpose_description: {
    screen: 'purpose',
    kind: 'text',
    limit: PROSE_LIMIT,
    multiline: true,
    label: 'Purpose Description',
  },
  data_format: { screen: 'purpose', kind: 'dataFormat', label: 'Data format' },
  direct_access_from: { screen: 'purpose', kind: 'date', label: 'Direct Access From' },
  direct_access_to: { screen: 'purpose', kind: 'date', label: 'Direct Access To' },
  no_date_limit: { screen: 'purpose', kind: 'tick', label: 'No date limit' },

  dataset_description: {
    screen: 'dataset',
    kind: 'text',
    limit: PROSE_LIMIT,
    multiline: true,
    label: 'Dataset Description',
  },
} as const satisfies Partial<Record<keyof DraftBody | 'purposes', Question>>;

/** The documents of step 1, named as in the payload. */
export const documents = {
  ethics_doc_path: { screen: 'ethics', label: 'Ethics Approval Letter' },
  additional_IRB_file_path: { screen: 'ethics', label: 'Additional Ethics Approval Letter' },
  file_path: { screen: 'ethics', label: 'Data Sharing Agreement' },
  data_specs_path: { screen: 'dataset', label: 'General Data Specification Form' },
} as const satisfies Partial<Record<keyof DraftBody, Pick<Question, 'screen' | 'label'>>>;

export type Field = keyof typeof questions;
export const fields = Object.keys(questions) as Field[];
/** The fields whose answer is free text or a day. */
export type TextField = { [Name in Field]: string extends Details[Name] ? Name : never }[Field];
export const questionOf = (field: Field): Question => questions[field];

export type DocumentSlot = keyof typeof documents;
export const documentSlots = Object.keys(documents) as DocumentSlot[];

export type Details = { [Name in Field]: Values[(typeof questions)[Name]['kind']] };

/**
 * Reads answers that are stored on the device or the server. An answer that does not fit the kind
 * of its question, because an older version of the wizard stored it, is empty and asked again.
 */
export function detailsOf(stored: Record<string, unknown>): Details {
  const answers = fields.map((field) => {
    const { kind } = questions[field];
    const answer = stored[field];
    return [field, guards[kind](answer) ? answer : emptyValues[kind]];
  });
  return Object.fromEntries(answers) as Details;
}

export const emptyDetails = detailsOf({});

/** Returns the answers without spaces around their texts. */
export function trimmed(details: Details): Details {
  const answers = fields.map((field) => {
    const answer = details[field];
    return [field, typeof answer === 'string' ? answer.trim() : answer];
  });
  return Object.fromEntries(answers) as Details;
}
