import { useQueryClient } from '@tanstack/react-query';
import { isConflict, isNotFound } from './errors';
import type { PathPrefix } from './operations';
import { invalidate } from './query';

/**
 * Callbacks for a mutation. They invalidate the queries below these paths after a change, and if
 * the server reports that the screen is out of date.
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
