import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import type { Page } from '@/api/models';

/** What the lists have in common. */
export interface ListArgs {
  search: string;
  /** A field, with a minus in front for the other way round; empty for the server's order. */
  sort: string;
  page: number;
  pageSize: number;
}

/** The most rows that the server answers at once. */
const MOST = 100;

function queryOf({ search, sort, page, pageSize }: ListArgs) {
  return { search: search || undefined, sort: sort || undefined, page, page_size: pageSize };
}

/** The rows of all pages. */
async function everyRow<Row>(read: (page: number) => Promise<{ data: Row[]; page: Page }>) {
  const rows: Row[] = [];
  for (let number = 1; ; number += 1) {
    const { data, page } = await read(number);
    rows.push(...data);
    if (data.length === 0 || rows.length >= page.total) return rows;
  }
}

/** What a Super User reads about approval procedures (3 §7). */
export const procedureQueries = {
  /** Prefix of all queries of the slice, to invalidate after a change. */
  all: ['procedures'] as const,
  procedures: (args: ListArgs) =>
    queryOptions({
      queryKey: ['procedures', 'list', 'procedures', args],
      queryFn: async ({ signal }) => {
        const { data, page } = body(
          await api.GET('/api/v1/data_requests/approval_procedures', {
            params: { query: queryOf(args) },
            signal,
          }),
        );
        return { rows: data, total: page.total };
      },
      placeholderData: keepPreviousData,
    }),
  procedure: (id: number) =>
    queryOptions({
      queryKey: ['procedures', 'detail', id],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_requests/approval_procedures/{id}', {
            params: { path: { id } },
            signal,
          }),
        ).data,
    }),
  stageType: (id: number) =>
    queryOptions({
      queryKey: ['procedures', 'detail', 'stageType', id],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_requests/stage_type/{id}', {
            params: { path: { id } },
            signal,
          }),
        ).data,
    }),
  stage: (id: number) =>
    queryOptions({
      queryKey: ['procedures', 'detail', 'stage', id],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_requests/stage/{id}', { params: { path: { id } }, signal }),
        ).data,
    }),
  nextStage: (id: number) =>
    queryOptions({
      queryKey: ['procedures', 'detail', 'nextStage', id],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_requests/next_stage/{id}', {
            params: { path: { id } },
            signal,
          }),
        ).data,
    }),
  everyProcedure: () =>
    queryOptions({
      queryKey: ['procedures', 'list', 'everyProcedure'],
      queryFn: ({ signal }) =>
        everyRow(async (page) =>
          body(
            await api.GET('/api/v1/data_requests/approval_procedures', {
              params: { query: { page, page_size: MOST } },
              signal,
            }),
          ),
        ),
    }),
  stageTypes: (args: ListArgs) =>
    queryOptions({
      queryKey: ['procedures', 'list', 'stageTypes', args],
      queryFn: async ({ signal }) => {
        const { data, page } = body(
          await api.GET('/api/v1/data_requests/stage_type', {
            params: { query: queryOf(args) },
            signal,
          }),
        );
        return { rows: data, total: page.total };
      },
      placeholderData: keepPreviousData,
    }),
  everyStageType: () =>
    queryOptions({
      queryKey: ['procedures', 'list', 'everyStageType'],
      queryFn: ({ signal }) =>
        everyRow(async (page) =>
          body(
            await api.GET('/api/v1/data_requests/stage_type', {
              params: { query: { page, page_size: MOST } },
              signal,
            }),
          ),
        ),
    }),
  stages: (procedureId: number, args: ListArgs) =>
    queryOptions({
      queryKey: ['procedures', 'list', 'stages', procedureId, args],
      queryFn: async ({ signal }) => {
        const { data, page } = body(
          await api.GET('/api/v1/data_requests/stage', {
            params: { query: { approval_procedure: procedureId, ...queryOf(args) } },
            signal,
          }),
        );
        return { rows: data, total: page.total };
      },
      placeholderData: keepPreviousData,
    }),
  everyStage: (procedureId: number) =>
    queryOptions({
      queryKey: ['procedures', 'list', 'everyStage', procedureId],
      queryFn: ({ signal }) =>
        everyRow(async (page) =>
          body(
            await api.GET('/api/v1/data_requests/stage', {
              params: { query: { approval_procedure: procedureId, page, page_size: MOST } },
              signal,
            }),
          ),
        ),
    }),
  nextStages: (procedureId: number, args: ListArgs) =>
    queryOptions({
      queryKey: ['procedures', 'list', 'nextStages', procedureId, args],
      queryFn: async ({ signal }) => {
        const { data, page } = body(
          await api.GET('/api/v1/data_requests/next_stage/list', {
            params: { query: { approval_procedure: procedureId, ...queryOf(args) } },
            signal,
          }),
        );
        return { rows: data, total: page.total };
      },
      placeholderData: keepPreviousData,
    }),
  everyNextStage: (procedureId: number) =>
    queryOptions({
      queryKey: ['procedures', 'list', 'everyNextStage', procedureId],
      queryFn: ({ signal }) =>
        everyRow(async (page) =>
          body(
            await api.GET('/api/v1/data_requests/next_stage/list', {
              params: { query: { approval_procedure: procedureId, page, page_size: MOST } },
              signal,
            }),
          ),
        ),
    }),
  /** Every role that there is, by rank. */
  roles: () =>
    queryOptions({
      queryKey: ['procedures', 'list', 'roles'],
      queryFn: async ({ signal }) => body(await api.GET('/api/v1/users/role', { signal })).data,
      staleTime: Infinity,
    }),
};
