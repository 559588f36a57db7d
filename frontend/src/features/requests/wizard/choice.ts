import { variableSelection } from '@/lib/variableSelection';
import type { Choice } from './draft';

/** What is chosen in the dictionary now. */
export const choiceNow = (): Choice => {
  const dataSourceId = variableSelection.dataSourceId();
  return {
    dataSourceId,
    variables: dataSourceId === null ? [] : variableSelection.of(dataSourceId),
  };
};

/** Makes this the choice; the wish to submit stays. */
export function choose({ dataSourceId, variables }: Choice): void {
  const present = variableSelection.dataSourceId();
  if (dataSourceId !== null) variableSelection.set(dataSourceId, variables);
  else if (present !== null) {
    const wish = variableSelection.isSubmissionPending();
    variableSelection.clear(present);
    variableSelection.markSubmissionPending(wish);
  }
}
