import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { listQuery, type ListArgs } from '@/api/lists';
import type { Page } from '@/api/models';
import { pageOptions, recordOptions } from '@/api/recordQueries';
import type { Drawing } from './drawing/drawing';

/** The most rows that the server answers at once. */
const MOST = 100;

/** What is tried: the decisions so far, for the data of a source, under a drawing that is not saved. */
export interface Tried {
  moves: { stage: number; approve: boolean }[];
  data_source?: number;
  drawing?: Drawing;
}

/** A drawing as it is sent. */
export const sentDrawing = ({ stages, links }: Drawing) => ({
  stages: [...stages],
  links: [...links],
});

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
    pageOptions(
      ['procedures', 'list', 'procedures', args],
      'Error retrieving approval procedures data',
      async (signal) =>
        body(
          await api.GET('/api/v1/data_requests/approval_procedures', {
            params: { query: listQuery<'/api/v1/data_requests/approval_procedures'>(args) },
            signal,
          }),
        ),
    ),
  procedure: (id: number) =>
    recordOptions(['procedures', 'detail', id], async (signal) =>
      body(
        await api.GET('/api/v1/data_requests/approval_procedures/{id}', {
          params: { path: { id } },
          signal,
        }),
      ),
    ),
  stageType: (id: number) =>
    recordOptions(['procedures', 'detail', 'stageType', id], async (signal) =>
      body(
        await api.GET('/api/v1/data_requests/stage_type/{id}', {
          params: { path: { id } },
          signal,
        }),
      ),
    ),
  stage: (id: number) =>
    recordOptions(['procedures', 'detail', 'stage', id], async (signal) =>
      body(await api.GET('/api/v1/data_requests/stage/{id}', { params: { path: { id } }, signal })),
    ),
  nextStage: (id: number) =>
    recordOptions(['procedures', 'detail', 'nextStage', id], async (signal) =>
      body(
        await api.GET('/api/v1/data_requests/next_stage/{id}', {
          params: { path: { id } },
          signal,
        }),
      ),
    ),
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
    pageOptions(
      ['procedures', 'list', 'stageTypes', args],
      'Error retrieving stage types data',
      async (signal) =>
        body(
          await api.GET('/api/v1/data_requests/stage_type', {
            params: { query: listQuery<'/api/v1/data_requests/stage_type'>(args) },
            signal,
          }),
        ),
    ),
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
    pageOptions(
      ['procedures', 'list', 'stages', procedureId, args],
      'Error retrieving stages data',
      async (signal) =>
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
    pageOptions(
      ['procedures', 'list', 'nextStages', procedureId, args],
      'Error retrieving next stages data',
      async (signal) =>
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
  /** Stages and links as a whole, with their faults. */
  drawing: (id: number) =>
    recordOptions(['procedures', 'detail', 'drawing', id], async (signal) =>
      body(
        await api.GET('/api/v1/data_requests/approval_procedures/{id}/drawing', {
          params: { path: { id } },
          signal,
        }),
      ),
    ),
  /** Who changed a procedure, when and what; any procedure where none is named, deleted ones too. */
  history: (procedureId: number | undefined, args: ListArgs) =>
    pageOptions(
      ['procedures', 'list', 'history', procedureId, args],
      'Error retrieving the history of procedures',
      async (signal) =>
        body(
          await api.GET('/api/v1/data_requests/approval_procedures/history', {
            params: {
              query: {
                approval_procedure: procedureId,
                ...listQuery<'/api/v1/data_requests/approval_procedures/history'>(args),
              },
            },
            signal,
          }),
        ),
    ),
  /** Where the moves lead an invented request; nothing is stored. */
  trial: (id: number, tried: Tried) =>
    queryOptions({
      queryKey: ['procedures', 'trial', id, tried],
      queryFn: async ({ signal }) =>
        body(
          await api.POST('/api/v1/data_requests/approval_procedures/{id}/trial', {
            params: { path: { id } },
            body: {
              moves: tried.moves,
              data_source: tried.data_source,
              ...(tried.drawing && sentDrawing(tried.drawing)),
            },
            signal,
          }),
        ).data,
    }),
  /** Who would be asked for the data of each source. */
  matrix: (id: number) =>
    recordOptions(['procedures', 'detail', 'matrix', id], async (signal) =>
      body(
        await api.GET('/api/v1/data_requests/approval_procedures/{id}/matrix', {
          params: { path: { id } },
          signal,
        }),
      ),
    ),
  /** The template of the approval letter. */
  letter: (id: number) =>
    recordOptions(['procedures', 'detail', 'letter', id], async (signal) =>
      body(
        await api.GET('/api/v1/data_requests/approval_procedures/{id}/letter', {
          params: { path: { id } },
          signal,
        }),
      ),
    ),
  /** A template as a letter of an invented request: a PDF. */
  letterPreview: (id: number, template: { heading: string; body: string }) =>
    queryOptions({
      queryKey: ['procedures', 'letterPreview', id, template],
      queryFn: async ({ signal }) =>
        body(
          await api.POST('/api/v1/data_requests/approval_procedures/{id}/letter/preview', {
            params: { path: { id } },
            body: template,
            parseAs: 'blob',
            signal,
          }),
        ),
      staleTime: Infinity,
    }),
  /** The words of that letter, where a PDF is not shown in a frame. */
  letterWords: (id: number, template: { heading: string; body: string }) =>
    queryOptions({
      queryKey: ['procedures', 'letterWords', id, template],
      queryFn: async ({ signal }) =>
        body(
          await api.POST('/api/v1/data_requests/approval_procedures/{id}/letter/preview/text', {
            params: { path: { id } },
            body: template,
            signal,
          }),
        ).data,
      staleTime: Infinity,
    }),
};
