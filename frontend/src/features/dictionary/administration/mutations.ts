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

/**
 * The paths to refresh after a change: calls whose responses contain records of the dictionary, or
 * the roles that custodians need.
 */
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

export const useSaveSource = (id?: number) => useSave(id, sourceCalls, ...DICTIONARY_PATHS);

export const useSaveCustodian = (id?: number) => useSave(id, custodianCalls, ...DICTIONARY_PATHS);

export const useSaveVersion = (id?: number) => useSave(id, versionCalls, ...DICTIONARY_PATHS);

export const useSaveTopic = (id?: number) => useSave(id, topicCalls, ...DICTIONARY_PATHS);

export const useSaveTable = (id?: number) => useSave(id, tableCalls, ...DICTIONARY_PATHS);

export const useAddTableType = () =>
  useAct({
    mutationFn: (input: { name: string }) =>
      sendOnce('/api/v1/data_dictionary/table_types', { body: input }),
    ...useRefresh(...DICTIONARY_PATHS),
  });

export const useSaveVariable = (id?: number) => useSave(id, variableCalls, ...DICTIONARY_PATHS);

/**
 * Adds a variable to a version, or replaces the version variable with this id by another variable.
 */
export const useSaveVersionVariable = (id?: number) =>
  useSave(id, versionVariableCalls, ...DICTIONARY_PATHS);

/** Adds a table to a topic, or changes the placement with this id. */
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

/**
 * Deletes a record. The server refuses while other records refer to it (decisions, "Deletion").
 */
export const useRemoveRecord = (kind: RecordKind, id: number) =>
  useRemove(() => api.DELETE(removals[kind], { params: { path: { id } } }), ...DICTIONARY_PATHS);
