import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { listQuery, rowsOf, type ListArgs } from '@/api/lists';
import type { Page } from '@/api/models';

/** The most rows that the server answers at once. */
const MOST = 100;

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
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/data_requests/approval_procedures', {
              params: { query: listQuery<'/api/v1/data_requests/approval_procedures'>(args) },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving approval procedures data' },
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
      meta: { failure: 'Error retrieving approval procedures data' },
    }),
  stageTypes: (args: ListArgs) =>
    queryOptions({
      queryKey: ['procedures', 'list', 'stageTypes', args],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/data_requests/stage_type', {
              params: { query: listQuery<'/api/v1/data_requests/stage_type'>(args) },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving stage types data' },
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
      meta: { failure: 'Error retrieving stage types data' },
    }),
  stages: (procedureId: number, args: ListArgs) =>
    queryOptions({
      queryKey: ['procedures', 'list', 'stages', procedureId, args],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/data_requests/stage', {
              params: {
                query: {
                  approval_procedure: procedureId,
                  ...listQuery<'/api/v1/data_requests/stage'>(args),
                },
              },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving stages data' },
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
      meta: { failure: 'Error retrieving stages data' },
    }),
  nextStages: (procedureId: number, args: ListArgs) =>
    queryOptions({
      queryKey: ['procedures', 'list', 'nextStages', procedureId, args],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/data_requests/next_stage/list', {
              params: {
                query: {
                  approval_procedure: procedureId,
                  ...listQuery<'/api/v1/data_requests/next_stage/list'>(args),
                },
              },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving next stages data' },
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
      meta: { failure: 'Error retrieving next stages data' },
    }),
};
