import { variableSelection } from '@/lib/variableSelection';
import type { Choice } from './draft';

export const currentChoice = (): Choice => {
  const dataSourceId = variableSelection.dataSourceId();
  return {
    dataSourceId,
    variables: dataSourceId === null ? [] : variableSelection.of(dataSourceId),
  };
};

/** Replaces the selection of the dictionary. A pending submission stays pending. */
export function choose({ dataSourceId, variables }: Choice): void {
  const present = variableSelection.dataSourceId();
  if (dataSourceId !== null) variableSelection.set(dataSourceId, variables);
  else if (present !== null) {
    const isPending = variableSelection.isSubmissionPending();
    variableSelection.clear(present);
    variableSelection.markSubmissionPending(isPending);
  }
}
