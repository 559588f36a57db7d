import { documents, questions } from './questions';

/** The four steps of the wizard (2 §2). */
export const steps = [
  'Request Details',
  'Data Specification',
  'List of Devices and Staff',
  'Review Request',
] as const;

export interface WizardScreen {
  id: ScreenId;
  /** Index into `steps`. */
  step: number;
  title: string;
  purpose: string;
}

export type ScreenId =
  | 'study'
  | 'principal'
  | 'ethics'
  | 'purpose'
  | 'dataset'
  | 'specification'
  | 'devices-staff'
  | 'review';

/** The screens of the wizard in their order. Each has one group of questions. */
export const screens: readonly WizardScreen[] = [
  {
    id: 'study',
    step: 0,
    title: 'Your study',
    purpose: 'What the data is for, and when you need it. The title is what reviewers see first.',
  },
  {
    id: 'principal',
    step: 0,
    title: 'Principal investigator',
    purpose: 'The person responsible for the study. Reviewers contact this person with questions.',
  },
  {
    id: 'ethics',
    step: 0,
    title: 'Ethics and agreement',
    purpose: 'Required documents, each as a PDF or an image.',
  },
  {
    id: 'purpose',
    step: 0,
    title: 'Purpose and format',
    purpose: 'What you will do with the data, and in what form you would like to have it.',
  },
  {
    id: 'dataset',
    step: 0,
    title: 'The dataset',
    purpose: 'The variables you request, their source, and a description of the dataset.',
  },
  {
    id: 'specification',
    step: 1,
    title: 'Data Specification',
    purpose:
      'Limit the data to certain facilities and a period. This step is optional: skip it to request all data.',
  },
  {
    id: 'devices-staff',
    step: 2,
    title: 'List of Devices and Staff',
    purpose: 'Every device that will hold the data, and every person who will see it.',
  },
  {
    id: 'review',
    step: 3,
    title: 'Review Request',
    purpose:
      'Check your answers once more. After you submit, you can change an answer only if a reviewer comments on it.',
  },
];

/** A screen of the wizard, or the list of all steps. */
export type Place = ScreenId | 'steps';

/** Returns the index of a screen, or -1 for the list of steps. */
export const screenAt = (id: string | null): number =>
  screens.findIndex((screen) => screen.id === id);

/** Returns the screen of a field of the payload. Errors of the server are shown there. */
export function screenOf(field: string): ScreenId {
  if (field.startsWith('list_of_')) return 'devices-staff';
  if (field.startsWith('filters')) return 'specification';
  return places[field]?.screen ?? 'review';
}

const places: Partial<Record<string, { screen: ScreenId }>> = {
  ...questions,
  ...documents,
  request_purposes: questions.purposes,
  data_source_id: { screen: 'dataset' },
  dataset_variables: { screen: 'dataset' },
};
