import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './errors';

/**
 * For a mutation: what is on the screens is read again after a change, and when the server says that it is out of date.
 * Without keys all is read again: the name of a data source, for one, stands in lists of many slices.
 */
export function useRefresh(...queryKeys: readonly QueryKey[]) {
  const client = useQueryClient();
  const refresh = () => {
    if (queryKeys.length === 0) void client.invalidateQueries();
    for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey });
  };
  return {
    onSuccess: refresh,
    onError: (error: Error) => {
      if (error instanceof ApiError && [404, 409].includes(error.status)) refresh();
    },
  };
}
