import { api, body } from '@/api/client';
import type { CustodianInput, SourceInput, TopicInput, VersionInput } from '@/api/models';
import { useRemove, useSave } from '@/api/useSave';

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
    add: async (input, headers) =>
      body(await api.POST('/api/v1/data_dictionary/topics/create', { headers, body: input })),
    change: async (id, input) =>
      body(
        await api.PUT('/api/v1/data_dictionary/topics/update/{id}', { ...pathOf(id), body: input }),
      ),
  });

const removals = {
  'data source': '/api/v1/data_dictionary/data_source/{id}',
  'data custodian': '/api/v1/data_dictionary/data_custodian/{id}',
  version: '/api/v1/data_dictionary/version/{id}',
  topic: '/api/v1/data_dictionary/topics/{id}',
} as const;

export type RecordKind = keyof typeof removals;

/** Deletes a record to which nothing refers (decisions, "Trash icons"). */
export const useRemoveRecord = (kind: RecordKind, id: number) =>
  useRemove(() => api.DELETE(removals[kind], pathOf(id)));
