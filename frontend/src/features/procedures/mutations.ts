import { api, body } from '@/api/client';
import type {
  ApprovalProcedureInput,
  ImportInput,
  NextStageInput,
  StageInput,
  StageTypeInput,
} from '@/api/models';
import { once } from '@/api/once';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';
import { useRemove, useSave } from '@/api/useSave';
import { useQueryClient } from '@tanstack/react-query';
import type { Drawing } from './drawing/drawing';
import { procedureQueries, sentDrawing } from './queries';

const pathOf = (id: number) => ({ params: { path: { id } } });

/** Adds a stage type, or renames one. */
export const useSaveStageType = (id: number | undefined) =>
  useSave<StageTypeInput>(
    id,
    {
      path: '/api/v1/data_requests/stage_type',
      failures: { add: 'Failed to created an stage type' },
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
      failures: { add: 'Failed to created an approval procedure' },
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
      failures: { add: 'Failed to created an stage' },
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

const one = '/api/v1/data_requests/approval_procedures/{id}';

interface DrawingInput {
  drawing: Drawing;
  /** The version that was read. */
  row_version: number;
  /** Whether a procedure that is not active is saved though it has faults (decisions C1). */
  keep_faults: boolean;
}

/** Saves the stages and links of a procedure as one change. */
export function useSaveDrawing(id: number) {
  const client = useQueryClient();
  const { onSuccess: refresh, onError } = useRefresh(procedureQueries.all);
  return useAct({
    mutationFn: async ({ drawing, row_version, keep_faults }: DrawingInput) =>
      body(
        await api.PUT(`${one}/drawing`, {
          ...pathOf(id),
          body: { ...sentDrawing(drawing), row_version, keep_faults },
        }),
      ),
    onSuccess: ({ data }) => {
      // New stages have their ids now: whoever goes on at once goes on with these.
      client.setQueryData(procedureQueries.drawing(id).queryKey, data);
      refresh();
    },
    onError,
  });
}

/** Copies a procedure under this name, or under one that the server finds. */
export const useDuplicate = (id: number) =>
  useAct({
    mutationFn: (name: string) => {
      const input = { name: name.trim() || undefined };
      return once(`${one}/duplicate ${id}`, input, async (headers) =>
        body(
          await api.POST(`${one}/duplicate`, {
            params: { path: { id } },
            headers,
            body: input,
          }),
        ),
      );
    },
    ...useRefresh(procedureQueries.all),
  });

/** Adds the procedure of a file. */
export const useImportProcedure = () =>
  useAct({
    mutationFn: (input: ImportInput) =>
      once('/api/v1/data_requests/approval_procedures/import', input, async (headers) =>
        body(
          await api.POST('/api/v1/data_requests/approval_procedures/import', {
            headers,
            body: input,
          }),
        ),
      ),
    ...useRefresh(procedureQueries.all),
  });

/** Puts a stage into a link, so that it comes into an active procedure. */
export const useInsertStage = (linkId: number) =>
  useAct({
    mutationFn: (input: Omit<StageInput, 'approval_procedure' | 'pos_x' | 'pos_y'>) =>
      once(`/api/v1/data_requests/next_stage/${linkId}/insert`, input, async (headers) =>
        body(
          await api.POST('/api/v1/data_requests/next_stage/{id}/insert', {
            params: { path: { id: linkId } },
            headers,
            body: input,
          }),
        ),
      ),
    ...useRefresh(procedureQueries.all),
  });

interface LetterInput {
  heading: string;
  body: string;
  row_version: number;
}

/** Saves the template of the approval letter. */
export const useSaveLetter = (id: number) =>
  useAct({
    mutationFn: async (input: LetterInput) =>
      body(await api.PUT(`${one}/letter`, { ...pathOf(id), body: input })),
    ...useRefresh(procedureQueries.all),
  });

/** Drops the template of a procedure, so that the standard one holds. */
export const useResetLetter = (id: number) =>
  useRemove(() => api.DELETE(`${one}/letter`, pathOf(id)), procedureQueries.all);
