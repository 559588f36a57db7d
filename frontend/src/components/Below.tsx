import Box from '@mui/material/Box';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RowsSkeleton } from './Skeletons';

/** A query has an answer, or has failed once: nobody waits for a list because what stands above it is tried again. */
export const isSettled = ({ isPending, failureCount }: UseQueryResult): boolean =>
  !isPending || failureCount > 0;

interface Props {
  /** What stands above and is shown only where there is something to say. */
  above: readonly UseQueryResult[];
  children: ReactNode;
}

/** A list below notes whose height is not known yet. It is read at once and shown with them, so that nothing moves under the pointer. */
export function Below({ above, children }: Props) {
  const settled = above.every(isSettled);
  return (
    <>
      {!settled && <RowsSkeleton />}
      <Box sx={{ display: settled ? undefined : 'none' }}>{children}</Box>
    </>
  );
}
