import { useMutation } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import type {
  ApprovalProcedureInput,
  NextStageInput,
  StageInput,
  StageTypeInput,
} from '@/api/models';
import { once } from '@/api/once';
import { useRefresh } from '@/api/useRefresh';
import { procedureQueries } from './queries';

const useRefreshed = () => useRefresh(procedureQueries.all);

/** Adds a stage type, or renames one. */
export function useSaveStageType(id: number | undefined) {
  return useMutation({
    mutationFn: async (input: StageTypeInput) =>
      id === undefined
        ? once('/api/v1/data_requests/stage_type', input, async (headers) =>
            body(await api.POST('/api/v1/data_requests/stage_type', { headers, body: input })),
          )
        : body(
            await api.PUT('/api/v1/data_requests/stage_type/{id}', {
              params: { path: { id } },
              body: input,
            }),
          ),
    ...useRefreshed(),
  });
}

/** Adds a procedure, or changes one. */
export function useSaveProcedure(id: number | undefined) {
  return useMutation({
    mutationFn: async (input: ApprovalProcedureInput) =>
      id === undefined
        ? once('/api/v1/data_requests/approval_procedures', input, async (headers) =>
            body(
              await api.POST('/api/v1/data_requests/approval_procedures', { headers, body: input }),
            ),
          )
        : body(
            await api.PUT('/api/v1/data_requests/approval_procedures/{id}', {
              params: { path: { id } },
              body: input,
            }),
          ),
    ...useRefreshed(),
  });
}

/** Adds a stage, or changes one. */
export function useSaveStage(id: number | undefined) {
  return useMutation({
    mutationFn: async (input: StageInput) =>
      id === undefined
        ? once('/api/v1/data_requests/stage/create', input, async (headers) =>
            body(await api.POST('/api/v1/data_requests/stage/create', { headers, body: input })),
          )
        : body(
            await api.PUT('/api/v1/data_requests/stage/{id}', {
              params: { path: { id } },
              body: input,
            }),
          ),
    ...useRefreshed(),
  });
}

/** Adds a link between two stages, or changes one. */
export function useSaveNextStage(id: number | undefined) {
  return useMutation({
    mutationFn: async (input: NextStageInput) =>
      id === undefined
        ? once('/api/v1/data_requests/next_stage', input, async (headers) =>
            body(await api.POST('/api/v1/data_requests/next_stage', { headers, body: input })),
          )
        : body(
            await api.PUT('/api/v1/data_requests/next_stage/{id}', {
              params: { path: { id } },
              body: input,
            }),
          ),
    ...useRefreshed(),
  });
}

/** What can be deleted, and by which call. */
const deleteCalls = {
  stageType: (id: number) =>
    api.DELETE('/api/v1/data_requests/stage_type/{id}', { params: { path: { id } } }),
  procedure: (id: number) =>
    api.DELETE('/api/v1/data_requests/approval_procedures/{id}', { params: { path: { id } } }),
  stage: (id: number) =>
    api.DELETE('/api/v1/data_requests/stage/{id}', { params: { path: { id } } }),
  nextStage: (id: number) =>
    api.DELETE('/api/v1/data_requests/next_stage/{id}', { params: { path: { id } } }),
};

export type Deletable = keyof typeof deleteCalls;

/** Deletes a record that nothing refers to (decisions, "Trash icons"). */
export function useDelete(kind: Deletable) {
  return useMutation({
    mutationFn: async (id: number) => {
      await deleteCalls[kind](id);
    },
    ...useRefreshed(),
  });
}
