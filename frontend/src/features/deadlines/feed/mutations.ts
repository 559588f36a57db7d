import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { send } from '@/api/send';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';
import { feedQueries } from './queries';

const OWN = '/api/v1/users/calendar-feed';

/** Invalidates the feed, and the list of own acts. */
const useRefreshed = () => useRefresh(OWN, '/api/v1/users/activity');

/**
 * Creates the feed, or renews its address. Returns the address, which the server shows once, and
 * when it was made.
 */
export function useMakeFeed() {
  const client = useQueryClient();
  const { onSuccess: refresh, onError } = useRefreshed();
  return useAct({
    mutationFn: async () => (await send('post', OWN, {})).data,
    onSuccess: ({ made_on }) => {
      // A new feed is shown at once, and not only when its state has been read again.
      client.setQueryData(feedQueries.own().queryKey, { made_on });
      refresh();
    },
    onError,
  });
}

export const useSwitchOffFeed = () =>
  useAct({
    mutationFn: async () => {
      await api.DELETE(OWN);
    },
    ...useRefreshed(),
  });
