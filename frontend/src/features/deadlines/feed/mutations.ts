import { api } from '@/api/client';
import { send } from '@/api/send';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';

const OWN = '/api/v1/users/calendar-feed';

/** Invalidates the feed, and the list of own acts. */
const useRefreshed = () => useRefresh(OWN, '/api/v1/users/activity');

/** Creates the feed, or renews its address. Returns the address, which the server shows once. */
export const useMakeFeed = () =>
  useAct({
    mutationFn: async () => (await send('post', OWN, {})).data.address,
    ...useRefreshed(),
  });

export const useSwitchOffFeed = () =>
  useAct({
    mutationFn: async () => {
      await api.DELETE(OWN);
    },
    ...useRefreshed(),
  });
