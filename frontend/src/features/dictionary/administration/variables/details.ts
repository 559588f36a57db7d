import type { WholeVariable } from '@/api/models';
import { api } from '@/api/client';
import { sendOnce } from '@/api/send';
import type { SaveCalls } from '@/api/useSave';
import { formatDate } from '@/lib/dates';
import { limits } from '@/lib/limits';

/** The typed values of a tab, by the fields of its call. */
export type DetailValues = Readonly<Record<string, string>>;

export interface DetailEntry {
  id: number;
  text: string;
  /** A second line about the entry. */
  detail?: string;
}

interface DetailField {
  field: string;
  label: string;
  kind?: 'text' | 'long' | 'date' | 'variable';
  limit?: number;
}

/** A tab of the details of a variable (3 §2.10, §5). */
export interface DetailTab {
  /** The title of the tab, as messages name it. */
  tab: string;
  purpose: string;
  empty: string;
  fields: readonly DetailField[];
  isComplete: (values: DetailValues) => boolean;
  entries: (variable: WholeVariable) => DetailEntry[];
  calls: (variable: number) => SaveCalls<DetailValues>;
  remove: (id: number) => Promise<unknown>;
  /** The message that is logged if saving fails (3 §8). */
  failure: string;
}

const noChange = () => Promise.reject(new Error('Entries are added and removed.'));
const at = (id: number) => ({ params: { path: { id } } });
const isFilled = (...texts: (string | undefined)[]) => texts.every((text) => text?.trim());

/** Returns the id of a field's element. */
export const fieldId = (field: string) => `detail-${field}`;

/** Returns the id of the first empty field of a tab. */
export const firstField = ({ fields }: DetailTab, values: DetailValues) =>
  fieldId(fields.find(({ field }) => !isFilled(values[field]))?.field ?? '');

/** The tabs, in the prescribed order (decisions, "Administration"). */
export const detailTabs: readonly DetailTab[] = [
  {
    tab: 'Dependency',
    purpose: 'The variables of the same data source that this one depends on.',
    empty: 'It depends on no other variable.',
    fields: [{ field: 'depend_on', label: 'Depends on', kind: 'variable' }],
    isComplete: ({ depend_on }) => Number(depend_on) > 0,
    entries: ({ dependencies }) =>
      dependencies.map(({ dep_id, var_name, tbl_name }) => ({
        id: dep_id,
        text: var_name,
        detail: tbl_name,
      })),
    calls: (variable) => ({
      add: ({ depend_on }) =>
        sendOnce('/api/v1/data_dictionary/dependencies', {
          body: { var: variable, depend_on: Number(depend_on) },
        }),
      change: noChange,
    }),
    remove: (id) => api.DELETE('/api/v1/data_dictionary/dependencies/{id}', at(id)),
    failure: 'Error creating Dependency data',
  },
  {
    tab: 'Input Value',
    purpose: 'The values that it can have.',
    empty: 'No input values are listed.',
    fields: [{ field: 'value', label: 'Input Value', limit: limits.InputValueInputBody.value }],
    isComplete: ({ value }) => isFilled(value),
    entries: ({ input_values }) =>
      input_values.map(({ val_id, value }) => ({ id: val_id, text: value })),
    calls: (variable) => ({
      add: ({ value }) =>
        sendOnce('/api/v1/data_dictionary/input_values', {
          body: { var: variable, value },
        }),
      change: noChange,
    }),
    remove: (id) => api.DELETE('/api/v1/data_dictionary/input_values/{id}', at(id)),
    failure: 'Error creating variable data',
  },
  {
    tab: 'Timeline of Change',
    purpose: 'Its changes, each with a date, a comment, or both.',
    empty: 'No changes recorded.',
    fields: [
      { field: 'change_date', label: 'Date of the change', kind: 'date' },
      { field: 'comment', label: 'Comment', kind: 'long', limit: limits.TimelineInputBody.comment },
    ],
    isComplete: ({ change_date, comment }) => isFilled(change_date) || isFilled(comment),
    entries: ({ timeline_of_changes }) =>
      timeline_of_changes.map(({ change_id, change_date, comment }) => ({
        id: change_id,
        text: comment ?? (change_date ? formatDate(change_date) : ''),
        detail: comment && change_date ? formatDate(change_date) : undefined,
      })),
    calls: (variable) => ({
      add: ({ change_date, comment }) =>
        sendOnce('/api/v1/data_dictionary/timeline_of_changes', {
          body: { var: variable, change_date: change_date || null, comment: comment ?? '' },
        }),
      change: noChange,
    }),
    remove: (id) => api.DELETE('/api/v1/data_dictionary/timeline_of_changes/{id}', at(id)),
    failure: 'Error creating Timeline data',
  },
  {
    tab: 'Synonym',
    purpose: 'Other names by which people can find it.',
    empty: 'It has no synonyms.',
    fields: [{ field: 'synonym', label: 'Synonym', limit: limits.SynonymInputBody.synonym }],
    isComplete: ({ synonym }) => isFilled(synonym),
    entries: ({ synonyms }) =>
      synonyms.map(({ syn_id, synonym }) => ({ id: syn_id, text: synonym })),
    calls: (variable) => ({
      add: ({ synonym }) =>
        sendOnce('/api/v1/data_dictionary/synonyms', {
          body: { var: variable, synonym },
        }),
      change: noChange,
    }),
    remove: (id) => api.DELETE('/api/v1/data_dictionary/synonyms/{id}', at(id)),
    failure: 'Error creating variable synonym data',
  },
  {
    tab: 'Metadata',
    purpose: 'Other properties, such as its unit.',
    empty: 'No other properties recorded.',
    fields: [
      { field: 'key', label: 'Key', limit: limits.MetadataInputBody.key },
      { field: 'value', label: 'Value', kind: 'long', limit: limits.MetadataInputBody.value },
      { field: 'val_type', label: 'Value Type', limit: limits.MetadataInputBody.val_type },
    ],
    isComplete: ({ key, value, val_type }) => isFilled(key, value, val_type),
    entries: ({ variable_metadata }) =>
      variable_metadata.map(({ metadata_id, key, value, val_type }) => ({
        id: metadata_id,
        text: `${key}: ${value}`,
        detail: val_type,
      })),
    calls: (variable) => ({
      add: ({ key, val_type, value }) =>
        sendOnce('/api/v1/data_dictionary/variable_metadata', {
          body: { variable, key, val_type, value },
        }),
      change: noChange,
    }),
    remove: (id) => api.DELETE('/api/v1/data_dictionary/variable_metadata/{id}', at(id)),
    failure: 'Error creating Variable Metadata',
  },
];
