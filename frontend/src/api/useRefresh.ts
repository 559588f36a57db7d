import { useQueryClient } from '@tanstack/react-query';
import { isConflict, isNotFound } from './errors';
import type { PathPrefix } from './operations';
import { invalidate } from './query';

/**
 * For a mutation: reads the calls below these paths again after a change, and when the server says that what is on the screen is out
 * of date.
 */
export function useRefresh(...paths: readonly [PathPrefix, ...PathPrefix[]]) {
  const client = useQueryClient();
  const refresh = () => void invalidate(client, ...paths);
  return {
    onSuccess: refresh,
    onError: (error: Error) => {
      if (isNotFound(error) || isConflict(error)) refresh();
    },
  };
}
