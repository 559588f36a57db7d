import type { DataRequest, RequestEdge, RequestState } from '@/api/models';
import { count, formatNumber } from '@/lib/numbers';
import { isDecided } from './stageState';

const DAY = 86_400_000;

/** Milliseconds below which two responses count as one act, such as those of a submission. */
const AT_ONCE = 60_000;

const timeOf = (time: string | null | undefined): number | undefined =>
  time ? new Date(time).getTime() : undefined;

/** "2 d" or "< 1 d", for the drawing. */
export const shortDays = (milliseconds: number): string =>
  milliseconds < DAY ? '< 1 d' : `${formatNumber(Math.floor(milliseconds / DAY))} d`;

/** "2 days" or "less than a day". */
export const daysInWords = (milliseconds: number): string =>
  milliseconds < DAY ? 'less than a day' : count(Math.floor(milliseconds / DAY), 'day');

export interface StageTimes {
  /** Milliseconds that a decision took after the stage before it, by edge: `from-to`. */
  edges: ReadonlyMap<string, number>;
  /** Milliseconds from the turn of a stage to its decision, or to now if it is still its turn. */
  stages: ReadonlyMap<number, number>;
}

export const edgeKey = ({ current_state, next }: RequestEdge): string => `${current_state}-${next}`;

/**
 * Returns how long the stages of a request took. A stage can respond from the last response of the
 * stages before it on, or from a later resubmission.
 */
export function stageTimes(
  states: readonly RequestState[],
  edges: readonly RequestEdge[],
  rounds: DataRequest['rounds'],
  now: number,
): StageTimes {
  const responses = new Map(states.map((stage) => [stage.state_id, timeOf(stage.responded_on)]));
  const starts = rounds.map(({ started_on }) => timeOf(started_on) ?? 0);
  const byEdge = new Map<string, number>();
  const byStage = new Map<number, number>();
  for (const stage of states) {
    const respondedAt = responses.get(stage.state_id);
    if (stage.state === 'Unattended') {
      const since = timeOf(stage.unattended_since);
      if (since !== undefined) byStage.set(stage.state_id, Math.max(0, now - since));
    }
    if (!isDecided(stage) || respondedAt === undefined) continue;
    const roundStart = Math.max(0, ...starts.filter((start) => start <= respondedAt));
    for (const edge of edges.filter(({ next }) => next === stage.state_id)) {
      const before = responses.get(edge.current_state);
      if (before === undefined || before > respondedAt) continue;
      const took = respondedAt - Math.max(before, roundStart);
      if (took < AT_ONCE) continue;
      byEdge.set(edgeKey(edge), took);
      byStage.set(stage.state_id, Math.min(took, byStage.get(stage.state_id) ?? took));
    }
  }
  return { edges: byEdge, stages: byStage };
}

/** "after 2 days", "for 12 days" for a stage whose turn it is. Undefined if not known. */
export function stageTimeWords(stage: RequestState, times: StageTimes): string | undefined {
  const took = times.stages.get(stage.state_id);
  if (took === undefined) return undefined;
  return `${stage.state === 'Unattended' ? 'for' : 'after'} ${daysInWords(took)}`;
}
