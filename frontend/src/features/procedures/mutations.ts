import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import type {
  ApprovalProcedureInput,
  ImportInput,
  NextStageInput,
  StageInput,
  StageTypeInput,
} from '@/api/models';
import { send, sendOnce } from '@/api/send';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';
import { saveCalls, useRemove, useSave } from '@/api/useSave';
import type { Drawing } from './drawing/drawing';
import { PROCEDURE_PATHS, procedureQueries, sentDrawing } from './queries';

const PROCEDURES = '/api/v1/data_requests/approval_procedures';

const pathOf = (id: number) => ({ params: { path: { id } } });

const stageTypeCalls = saveCalls<StageTypeInput>(
  '/api/v1/data_requests/stage_type',
  '/api/v1/data_requests/stage_type/{id}',
  { add: 'Failed to created an stage type' },
);
const procedureCalls = saveCalls<ApprovalProcedureInput>(PROCEDURES, `${PROCEDURES}/{id}`, {
  add: 'Failed to created an approval procedure',
});
const stageCalls = saveCalls<StageInput>(
  '/api/v1/data_requests/stage/create',
  '/api/v1/data_requests/stage/{id}',
  { add: 'Failed to created an stage' },
);
const nextStageCalls = saveCalls<NextStageInput>(
  '/api/v1/data_requests/next_stage',
  '/api/v1/data_requests/next_stage/{id}',
);

export const useSaveStageType = (id: number | undefined) =>
  useSave(id, stageTypeCalls, ...PROCEDURE_PATHS);

export const useSaveProcedure = (id: number | undefined) =>
  useSave(id, procedureCalls, ...PROCEDURE_PATHS);

export const useSaveStage = (id: number | undefined) => useSave(id, stageCalls, ...PROCEDURE_PATHS);

export const useSaveNextStage = (id: number | undefined) =>
  useSave(id, nextStageCalls, ...PROCEDURE_PATHS);

const removals = {
  'stage type': '/api/v1/data_requests/stage_type/{id}',
  'approval procedure': '/api/v1/data_requests/approval_procedures/{id}',
  stage: '/api/v1/data_requests/stage/{id}',
  link: '/api/v1/data_requests/next_stage/{id}',
} as const;

export type RecordKind = keyof typeof removals;

/**
 * Deletes a record. The server refuses while other records refer to it (decisions, "Deletion").
 */
export const useRemoveRecord = (kind: RecordKind, id: number) =>
  useRemove(() => api.DELETE(removals[kind], pathOf(id)), ...PROCEDURE_PATHS);

interface DrawingInput {
  drawing: Drawing;
  row_version: number;
  /** True to save an inactive procedure despite its faults (decisions C1). */
  keep_faults: boolean;
}

/** Saves the stages and links of a procedure as one change. */
export function useSaveDrawing(id: number) {
  const client = useQueryClient();
  const { onSuccess: refresh, onError } = useRefresh(...PROCEDURE_PATHS);
  return useAct({
    mutationFn: ({ drawing, row_version, keep_faults }: DrawingInput) =>
      send('put', `${PROCEDURES}/{id}/drawing`, {
        ...pathOf(id),
        body: { ...sentDrawing(drawing), row_version, keep_faults },
      }),
    onSuccess: ({ data }) => {
      // The response has the ids of new stages, so that editing can continue with them at once.
      client.setQueryData(procedureQueries.drawing(id).queryKey, data);
      refresh();
    },
    onError,
  });
}

/** Copies a procedure. Without a name, the server chooses one. */
export const useDuplicate = (id: number) =>
  useAct({
    mutationFn: (name: string) =>
      sendOnce(`${PROCEDURES}/{id}/duplicate`, {
        ...pathOf(id),
        body: { name: name.trim() || undefined },
      }),
    ...useRefresh(...PROCEDURE_PATHS),
  });

export const useImportProcedure = () =>
  useAct({
    mutationFn: (input: ImportInput) => sendOnce(`${PROCEDURES}/import`, { body: input }),
    ...useRefresh(...PROCEDURE_PATHS),
  });

/** Inserts a stage into a link, which is possible in an active procedure too. */
export const useInsertStage = (linkId: number) =>
  useAct({
    mutationFn: (input: Omit<StageInput, 'approval_procedure' | 'pos_x' | 'pos_y'>) =>
      sendOnce('/api/v1/data_requests/next_stage/{id}/insert', { ...pathOf(linkId), body: input }),
    ...useRefresh(...PROCEDURE_PATHS),
  });

interface LetterInput {
  heading: string;
  body: string;
  row_version: number;
}

export const useSaveLetter = (id: number) =>
  useAct({
    mutationFn: (input: LetterInput) =>
      send('put', `${PROCEDURES}/{id}/letter`, { ...pathOf(id), body: input }),
    ...useRefresh(...PROCEDURE_PATHS),
  });

/** Deletes the template of a procedure, so that the default one applies. */
export const useResetLetter = (id: number) =>
  useRemove(() => api.DELETE(`${PROCEDURES}/{id}/letter`, pathOf(id)), ...PROCEDURE_PATHS);
