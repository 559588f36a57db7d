import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import type { ListArgs } from '@/api/lists';
import { get, getEvery, getPage, keyOf } from '@/api/query';
import type { Drawing } from './drawing/drawing';

/** The input of a trial: the decisions so far, the data source, and an unsaved drawing. */
export interface TrialInput {
  moves: { stage: number; approve: boolean }[];
  data_source?: number;
  drawing?: Drawing;
}

export const sentDrawing = ({ stages, links }: Drawing) => ({
  stages: [...stages],
  links: [...links],
});

const PROCEDURES = '/api/v1/data_requests/approval_procedures';
const STAGE_TYPES = '/api/v1/data_requests/stage_type';
const STAGES = '/api/v1/data_requests/stage';
const LINKS = '/api/v1/data_requests/next_stage';

/** The calls to refresh after a change of a procedure. */
export const PROCEDURE_PATHS = [PROCEDURES, STAGE_TYPES, STAGES, LINKS] as const;

/** The queries of approval procedures for Super Users (3 §7). */
export const procedureQueries = {
  procedures: (args: ListArgs) =>
    getPage(PROCEDURES, args, 'Error retrieving approval procedures data'),
  procedure: (id: number) => get(`${PROCEDURES}/{id}`, { path: { id } }),
  stageType: (id: number) => get(`${STAGE_TYPES}/{id}`, { path: { id } }),
  stage: (id: number) => get(`${STAGES}/{id}`, { path: { id } }),
  nextStage: (id: number) => get(`${LINKS}/{id}`, { path: { id } }),
  everyProcedure: () => getEvery(PROCEDURES, 'Error retrieving approval procedures data'),
  stageTypes: (args: ListArgs) => getPage(STAGE_TYPES, args, 'Error retrieving stage types data'),
  everyStageType: () => getEvery(STAGE_TYPES, 'Error retrieving stage types data'),
  stages: (procedureId: number, args: ListArgs) =>
    getPage(STAGES, args, 'Error retrieving stages data', { approval_procedure: procedureId }),
  everyStage: (procedureId: number) =>
    getEvery(STAGES, 'Error retrieving stages data', { approval_procedure: procedureId }),
  nextStages: (procedureId: number, args: ListArgs) =>
    getPage(`${LINKS}/list`, args, 'Error retrieving next stages data', {
      approval_procedure: procedureId,
    }),
  /** Stages and links as a whole, with their faults. */
  drawing: (id: number) => get(`${PROCEDURES}/{id}/drawing`, { path: { id } }),
  /** The changes of a procedure. Without an id, those of all procedures, including deleted ones. */
  history: (procedureId: number | undefined, args: ListArgs) =>
    getPage(`${PROCEDURES}/history`, args, 'Error retrieving the history of procedures', {
      approval_procedure: procedureId,
    }),
  /** Simulates the decisions on an invented request. Nothing is stored. */
  trial: (id: number, tried: TrialInput) =>
    queryOptions({
      queryKey: [...keyOf(`${PROCEDURES}/{id}/trial`), id, tried],
      queryFn: async ({ signal }) =>
        body(
          await api.POST(`${PROCEDURES}/{id}/trial`, {
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
  /** The deciders at each stage, for the data of each source. */
  matrix: (id: number) => get(`${PROCEDURES}/{id}/matrix`, { path: { id } }),
  letter: (id: number) => get(`${PROCEDURES}/{id}/letter`, { path: { id } }),
  /** The template as a PDF letter of an invented request. */
  letterPreview: (id: number, template: { heading: string; body: string }) =>
    queryOptions({
      queryKey: [...keyOf(`${PROCEDURES}/{id}/letter/preview`), id, template],
      queryFn: async ({ signal }) =>
        body(
          await api.POST(`${PROCEDURES}/{id}/letter/preview`, {
            params: { path: { id } },
            body: template,
            parseAs: 'blob',
            signal,
          }),
        ),
      // A push about a request must not reload the document that is shown.
      staleTime: 'static',
    }),
  /** The text of that letter, for devices that do not show a PDF in a frame. */
  letterWords: (id: number, template: { heading: string; body: string }) =>
    queryOptions({
      queryKey: [...keyOf(`${PROCEDURES}/{id}/letter/preview/text`), id, template],
      queryFn: async ({ signal }) =>
        body(
          await api.POST(`${PROCEDURES}/{id}/letter/preview/text`, {
            params: { path: { id } },
            body: template,
            signal,
          }),
        ).data,
      staleTime: Infinity,
    }),
};
