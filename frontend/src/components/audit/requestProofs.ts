import { useQuery } from '@tanstack/react-query';
import type { ActEntry } from '@/api/models';
import { requestQueries } from '@/components/requests/queries';

/** An act of which a screen offers the proof beside what it shows of it. */
export type ProvedAct =
  | { kind: 'request.submitted' | 'request.released' }
  | { kind: 'request.resubmitted'; round: number }
  /** The last decision on a stage, or that of one round. */
  | { kind: 'request.decided'; state: number; round?: number };

/** The entry of the act among those of the request, which come newest first. */
function entryOf(entries: readonly ActEntry[], act: ProvedAct): ActEntry | undefined {
  return entries.find(
    (entry) =>
      entry.kind === act.kind &&
      (!('state' in act) || entry.details.state === act.state) &&
      (!('round' in act) || act.round === undefined || entry.details.round === act.round),
  );
}

/** The entry of an act; undefined where the record holds none, as of what is older than the record. */
export function useProvedAct(requestId: number, act: ProvedAct): ActEntry | undefined {
  const { data } = useQuery(requestQueries.proofs(requestId));
  return data && entryOf(data, act);
}
