import { useQuery } from '@tanstack/react-query';
import type { ActEntry } from '@/api/models';
import { requestQueries } from '@/shared/requests/queries';

/** An act on a request whose proof is shown beside the data about it. */
export type ProvedAct =
  | { kind: 'request.submitted' | 'request.released' }
  | { kind: 'request.resubmitted'; round: number }
  /** Without `round`, the last decision on the stage. */
  | { kind: 'request.decided'; state: number; round?: number };

/** Returns the latest entry of the act. Entries are sorted newest first. */
function findEntry(entries: readonly ActEntry[], act: ProvedAct): ActEntry | undefined {
  return entries.find(
    (entry) =>
      entry.kind === act.kind &&
      (!('state' in act) || entry.details.state === act.state) &&
      (!('round' in act) || act.round === undefined || entry.details.round === act.round),
  );
}

/**
 * Returns the entry of an act. Undefined if there is none, as for acts before the audit log
 * existed.
 */
export function useProvedAct(requestId: number, act: ProvedAct): ActEntry | undefined {
  const { data } = useQuery(requestQueries.proofs(requestId));
  return data && findEntry(data, act);
}
