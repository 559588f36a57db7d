import { variableSelection } from '@/lib/variableSelection';
import type { Choice } from './draft';

export const currentChoice = (): Choice => {
  const dataSourceId = variableSelection.dataSourceId();
  return {
    dataSourceId,
    variables: dataSourceId === null ? [] : variableSelection.of(dataSourceId),
  };
};

/** Replaces the selection of the dictionary. A pending wish to submit is kept. */
export function choose({ dataSourceId, variables }: Choice): void {
  const present = variableSelection.dataSourceId();
  if (dataSourceId !== null) variableSelection.set(dataSourceId, variables);
  else if (present !== null) {
    const wish = variableSelection.isSubmissionPending();
    variableSelection.clear(present);
    variableSelection.markSubmissionPending(wish);
  }
}
