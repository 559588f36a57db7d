import { api, body } from '@/api/client';
import type {
  ApprovalProcedureInput,
  NextStageInput,
  StageInput,
  StageTypeInput,
} from '@/api/models';
import { useRemove, useSave } from '@/api/useSave';
import { procedureQueries } from './queries';

const pathOf = (id: number) => ({ params: { path: { id } } });

/** Adds a stage type, or renames one. */
export const useSaveStageType = (id: number | undefined) =>
  useSave<StageTypeInput>(
    id,
    {
      path: '/api/v1/data_requests/stage_type',
      add: async (input, headers) =>
        body(await api.POST('/api/v1/data_requests/stage_type', { headers, body: input })),
      change: async (id, input) =>
        body(
          await api.PUT('/api/v1/data_requests/stage_type/{id}', { ...pathOf(id), body: input }),
        ),
    },
    procedureQueries.all,
  );

/** Adds a procedure, or changes one. */
export const useSaveProcedure = (id: number | undefined) =>
  useSave<ApprovalProcedureInput>(
    id,
    {
      path: '/api/v1/data_requests/approval_procedures',
      add: async (input, headers) =>
        body(await api.POST('/api/v1/data_requests/approval_procedures', { headers, body: input })),
      change: async (id, input) =>
        body(
          await api.PUT('/api/v1/data_requests/approval_procedures/{id}', {
            ...pathOf(id),
            body: input,
          }),
        ),
    },
    procedureQueries.all,
  );

/** Adds a stage, or changes one. */
export const useSaveStage = (id: number | undefined) =>
  useSave<StageInput>(
    id,
    {
      path: '/api/v1/data_requests/stage/create',
      add: async (input, headers) =>
        body(await api.POST('/api/v1/data_requests/stage/create', { headers, body: input })),
      change: async (id, input) =>
        body(await api.PUT('/api/v1/data_requests/stage/{id}', { ...pathOf(id), body: input })),
    },
    procedureQueries.all,
  );

/** Adds a link between two stages, or changes one. */
export const useSaveNextStage = (id: number | undefined) =>
  useSave<NextStageInput>(
    id,
    {
      path: '/api/v1/data_requests/next_stage',
      add: async (input, headers) =>
        body(await api.POST('/api/v1/data_requests/next_stage', { headers, body: input })),
      change: async (id, input) =>
        body(
          await api.PUT('/api/v1/data_requests/next_stage/{id}', { ...pathOf(id), body: input }),
        ),
    },
    procedureQueries.all,
  );

const removals = {
  'stage type': '/api/v1/data_requests/stage_type/{id}',
  'approval procedure': '/api/v1/data_requests/approval_procedures/{id}',
  stage: '/api/v1/data_requests/stage/{id}',
  link: '/api/v1/data_requests/next_stage/{id}',
} as const;

export type RecordKind = keyof typeof removals;

/** Deletes a record that nothing refers to (decisions, "Trash icons"). */
export const useRemoveRecord = (kind: RecordKind, id: number) =>
  useRemove(() => api.DELETE(removals[kind], pathOf(id)), procedureQueries.all);
