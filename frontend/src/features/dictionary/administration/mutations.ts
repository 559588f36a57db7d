import { useMutation } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import type { CustodianInput, SourceInput, TopicInput, VersionInput } from '@/api/models';
import { once } from '@/api/once';
import { useRefresh } from '@/api/useRefresh';

const pathOf = (id: number) => ({ params: { path: { id } } });

/** Adds a data source, or changes the one with this id. */
export function useSaveSource(id?: number) {
  return useMutation({
    mutationFn: async (input: SourceInput) =>
      id === undefined
        ? once('/api/v1/data_dictionary/data_source', input, async (headers) =>
            body(await api.POST('/api/v1/data_dictionary/data_source', { headers, body: input })),
          )
        : body(
            await api.PUT('/api/v1/data_dictionary/data_source/{id}', {
              ...pathOf(id),
              body: input,
            }),
          ),
    ...useRefresh(),
  });
}

/** Adds a data custodian, or changes the one with this id. */
export function useSaveCustodian(id?: number) {
  return useMutation({
    mutationFn: async (input: CustodianInput) =>
      id === undefined
        ? once('/api/v1/data_dictionary/data_custodian', input, async (headers) =>
            body(
              await api.POST('/api/v1/data_dictionary/data_custodian', { headers, body: input }),
            ),
          )
        : body(
            await api.PUT('/api/v1/data_dictionary/data_custodian/{id}', {
              ...pathOf(id),
              body: input,
            }),
          ),
    ...useRefresh(),
  });
}

/** Adds a version of a data source, or changes the one with this id. */
export function useSaveVersion(id?: number) {
  return useMutation({
    mutationFn: async (input: VersionInput) =>
      id === undefined
        ? once('/api/v1/data_dictionary/version', input, async (headers) =>
            body(await api.POST('/api/v1/data_dictionary/version', { headers, body: input })),
          )
        : body(
            await api.PUT('/api/v1/data_dictionary/version/{id}', { ...pathOf(id), body: input }),
          ),
    ...useRefresh(),
  });
}

/** Adds a topic, or changes the one with this id. */
export function useSaveTopic(id?: number) {
  return useMutation({
    mutationFn: async (input: TopicInput) =>
      id === undefined
        ? once('/api/v1/data_dictionary/topics/create', input, async (headers) =>
            body(await api.POST('/api/v1/data_dictionary/topics/create', { headers, body: input })),
          )
        : body(
            await api.PUT('/api/v1/data_dictionary/topics/update/{id}', {
              ...pathOf(id),
              body: input,
            }),
          ),
    ...useRefresh(),
  });
}

const removals = {
  'data source': '/api/v1/data_dictionary/data_source/{id}',
  'data custodian': '/api/v1/data_dictionary/data_custodian/{id}',
  version: '/api/v1/data_dictionary/version/{id}',
  topic: '/api/v1/data_dictionary/topics/{id}',
} as const;

export type RecordKind = keyof typeof removals;

/** Deletes a record to which nothing refers (decisions, "Administration"). */
export function useRemove(kind: RecordKind, id: number) {
  return useMutation({
    mutationFn: async () => {
      await api.DELETE(removals[kind], pathOf(id));
    },
    ...useRefresh(),
  });
}
