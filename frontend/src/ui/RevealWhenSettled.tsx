import Box from '@mui/material/Box';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RowsSkeleton } from './Skeletons';

/**
 * True if a query has data or has failed once, so that a list does not wait for the retries of the
 * queries above it.
 */
export const isSettled = ({ isPending, failureCount }: UseQueryResult): boolean =>
  !isPending || failureCount > 0;

interface Props {
  /** Queries of the notes above, which are shown only if they have content. */
  above: readonly UseQueryResult[];
  children: ReactNode;
}

/**
 * A list below notes whose height is unknown until their queries are settled. It is loaded at once
 * but shown only with the notes, so that nothing moves under the pointer.
 */
export function RevealWhenSettled({ above, children }: Props) {
  const settled = above.every(isSettled);
  return (
    <>
      {!settled && <RowsSkeleton />}
      <Box sx={{ display: settled ? undefined : 'none' }}>{children}</Box>
    </>
  );
}
