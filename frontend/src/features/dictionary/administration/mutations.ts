import { api, body } from '@/api/client';
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
import { useRemove, useSave, type SaveCalls } from '@/api/useSave';

const pathOf = (id: number) => ({ params: { path: { id } } });

/** Adds a data source, or changes the one with this id. */
export const useSaveSource = (id?: number) =>
  useSave<SourceInput>(id, {
    path: '/api/v1/data_dictionary/data_source',
    add: async (input, headers) =>
      body(await api.POST('/api/v1/data_dictionary/data_source', { headers, body: input })),
    change: async (id, input) =>
      body(
        await api.PUT('/api/v1/data_dictionary/data_source/{id}', { ...pathOf(id), body: input }),
      ),
  });

/** Adds a data custodian, or changes the one with this id. */
export const useSaveCustodian = (id?: number) =>
  useSave<CustodianInput>(id, {
    path: '/api/v1/data_dictionary/data_custodian',
    failures: { add: 'Error creating a data custodian!' },
    add: async (input, headers) =>
      body(await api.POST('/api/v1/data_dictionary/data_custodian', { headers, body: input })),
    change: async (id, input) =>
      body(
        await api.PUT('/api/v1/data_dictionary/data_custodian/{id}', {
          ...pathOf(id),
          body: input,
        }),
      ),
  });

/** Adds a version of a data source, or changes the one with this id. */
export const useSaveVersion = (id?: number) =>
  useSave<VersionInput>(id, {
    path: '/api/v1/data_dictionary/version',
    add: async (input, headers) =>
      body(await api.POST('/api/v1/data_dictionary/version', { headers, body: input })),
    change: async (id, input) =>
      body(await api.PUT('/api/v1/data_dictionary/version/{id}', { ...pathOf(id), body: input })),
  });

/** Adds a topic, or changes the one with this id. */
export const useSaveTopic = (id?: number) =>
  useSave<TopicInput>(id, {
    path: '/api/v1/data_dictionary/topics/create',
    failures: { add: 'Error posting topic data', change: 'Error updating topic data' },
    add: async (input, headers) =>
      body(await api.POST('/api/v1/data_dictionary/topics/create', { headers, body: input })),
    change: async (id, input) =>
      body(
        await api.PUT('/api/v1/data_dictionary/topics/update/{id}', { ...pathOf(id), body: input }),
      ),
  });

/** The calls that add a table and change one. */
export const tableCalls: SaveCalls<TableInput> = {
  path: '/api/v1/data_dictionary/table_dd',
  failures: { add: 'Error posting table ddd', change: 'Error putting table ddd' },
  add: async (input, headers) =>
    body(await api.POST('/api/v1/data_dictionary/table_dd', { headers, body: input })),
  change: async (id, input) =>
    body(await api.PUT('/api/v1/data_dictionary/table_dd/{id}', { ...pathOf(id), body: input })),
};

/** Adds a table, or changes the one with this id. */
export const useSaveTable = (id?: number) => useSave<TableInput>(id, tableCalls);

/** Adds a type of tables. */
export const useAddTableType = () =>
  useSave<{ name: string }>(undefined, {
    path: '/api/v1/data_dictionary/table_types',
    add: async (input, headers) =>
      body(await api.POST('/api/v1/data_dictionary/table_types', { headers, body: input })),
    change: () => Promise.reject(new Error('Types of tables are not changed.')),
  });

/** The calls that add a variable and change one. */
export const variableCalls: SaveCalls<VariableInput> = {
  path: '/api/v1/data_dictionary/variables_dd',
  failures: { add: 'Error creating variable data', change: 'Error updating variable data' },
  add: async (input, headers) =>
    body(await api.POST('/api/v1/data_dictionary/variables_dd', { headers, body: input })),
  change: async (id, input) =>
    body(
      await api.PUT('/api/v1/data_dictionary/variables_dd/{id}', { ...pathOf(id), body: input }),
    ),
};

/** Adds a variable, or changes the one with this id. */
export const useSaveVariable = (id?: number) => useSave<VariableInput>(id, variableCalls);

/** Has a version hold a variable, or another one in the place with this id. */
export const useSaveVersionVariable = (id?: number) =>
  useSave<VersionVariableInput>(id, {
    path: '/api/v1/data_dictionary/version_variable',
    add: async (input, headers) =>
      body(await api.POST('/api/v1/data_dictionary/version_variable', { headers, body: input })),
    change: async (id, input) =>
      body(
        await api.PUT('/api/v1/data_dictionary/version_variable/{id}', {
          ...pathOf(id),
          body: input,
        }),
      ),
  });

/** The calls that put a table under a topic and change one. */
export const tableTopicCalls: SaveCalls<TableTopicInput> = {
  path: '/api/v1/data_dictionary/topic_tables/create',
  failures: { add: 'Error posting table topic data' },
  add: async (input, headers) =>
    body(await api.POST('/api/v1/data_dictionary/topic_tables/create', { headers, body: input })),
  change: async (id, input) =>
    body(
      await api.PUT('/api/v1/data_dictionary/topic_tables/update/{id}', {
        ...pathOf(id),
        body: input,
      }),
    ),
};

/** Puts a table under a topic, or changes the one with this id. */
export const useSaveTableTopic = (id?: number) => useSave<TableTopicInput>(id, tableTopicCalls);

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
  useRemove(() => api.DELETE(removals[kind], pathOf(id)));
