import { api } from '@/api/client';
import type {
  CustodianInput,
  SourceInput,
  TableInput,
  TableTopicInput,
  TopicInput,
  VariableInput,
  VersionInput,
  VersionVariableInput,
} from '@/api/models';
import { sendOnce } from '@/api/send';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';
import { saveCalls, useRemove, useSave } from '@/api/useSave';

/** The calls whose answers name records of the dictionary, or the roles that custodians need. */
export const DICTIONARY_PATHS = [
  '/api/v1/data_dictionary',
  '/api/v1/data_requests',
  '/api/v1/users/org_roles',
] as const;

const sourceCalls = saveCalls<SourceInput>(
  '/api/v1/data_dictionary/data_source',
  '/api/v1/data_dictionary/data_source/{id}',
);
const custodianCalls = saveCalls<CustodianInput>(
  '/api/v1/data_dictionary/data_custodian',
  '/api/v1/data_dictionary/data_custodian/{id}',
  { add: 'Error creating a data custodian!' },
);
const versionCalls = saveCalls<VersionInput>(
  '/api/v1/data_dictionary/version',
  '/api/v1/data_dictionary/version/{id}',
);
const topicCalls = saveCalls<TopicInput>(
  '/api/v1/data_dictionary/topics/create',
  '/api/v1/data_dictionary/topics/update/{id}',
  { add: 'Error posting topic data', change: 'Error updating topic data' },
);
export const tableCalls = saveCalls<TableInput>(
  '/api/v1/data_dictionary/table_dd',
  '/api/v1/data_dictionary/table_dd/{id}',
  { add: 'Error posting table ddd', change: 'Error putting table ddd' },
);
export const variableCalls = saveCalls<VariableInput>(
  '/api/v1/data_dictionary/variables_dd',
  '/api/v1/data_dictionary/variables_dd/{id}',
  { add: 'Error creating variable data', change: 'Error updating variable data' },
);
const versionVariableCalls = saveCalls<VersionVariableInput>(
  '/api/v1/data_dictionary/version_variable',
  '/api/v1/data_dictionary/version_variable/{id}',
);
export const tableTopicCalls = saveCalls<TableTopicInput>(
  '/api/v1/data_dictionary/topic_tables/create',
  '/api/v1/data_dictionary/topic_tables/update/{id}',
  { add: 'Error posting table topic data' },
);

/** Adds a data source, or changes the one with this id. */
export const useSaveSource = (id?: number) => useSave(id, sourceCalls, ...DICTIONARY_PATHS);

/** Adds a data custodian, or changes the one with this id. */
export const useSaveCustodian = (id?: number) => useSave(id, custodianCalls, ...DICTIONARY_PATHS);

/** Adds a version of a data source, or changes the one with this id. */
export const useSaveVersion = (id?: number) => useSave(id, versionCalls, ...DICTIONARY_PATHS);

/** Adds a topic, or changes the one with this id. */
export const useSaveTopic = (id?: number) => useSave(id, topicCalls, ...DICTIONARY_PATHS);

/** Adds a table, or changes the one with this id. */
export const useSaveTable = (id?: number) => useSave(id, tableCalls, ...DICTIONARY_PATHS);

/** Adds a type of tables. */
export const useAddTableType = () =>
  useAct({
    mutationFn: (input: { name: string }) =>
      sendOnce('/api/v1/data_dictionary/table_types', { body: input }),
    ...useRefresh(...DICTIONARY_PATHS),
  });

/** Adds a variable, or changes the one with this id. */
export const useSaveVariable = (id?: number) => useSave(id, variableCalls, ...DICTIONARY_PATHS);

/** Has a version hold a variable, or another one in the place with this id. */
export const useSaveVersionVariable = (id?: number) =>
  useSave(id, versionVariableCalls, ...DICTIONARY_PATHS);

/** Puts a table under a topic, or changes the one with this id. */
export const useSaveTableTopic = (id?: number) => useSave(id, tableTopicCalls, ...DICTIONARY_PATHS);

const removals = {
  'data source': '/api/v1/data_dictionary/data_source/{id}',
  'data custodian': '/api/v1/data_dictionary/data_custodian/{id}',
  version: '/api/v1/data_dictionary/version/{id}',
  topic: '/api/v1/data_dictionary/topics/{id}',
  table: '/api/v1/data_dictionary/table_dd/{id}',
  variable: '/api/v1/data_dictionary/variables_dd/{id}',
  'version variable': '/api/v1/data_dictionary/version_variable/{id}',
  'table topic': '/api/v1/data_dictionary/topic_tables/{id}',
} as const;

export type RecordKind = keyof typeof removals;

/** Deletes a record to which nothing refers (decisions, "Trash icons"). */
export const useRemoveRecord = (kind: RecordKind, id: number) =>
  useRemove(() => api.DELETE(removals[kind], { params: { path: { id } } }), ...DICTIONARY_PATHS);
