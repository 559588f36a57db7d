import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';

/** How often an open mailbox looks for new mails, in milliseconds. */
const LOOK_AGAIN = 3_000;

export const demoQueries = {
  /** The mails that were sent to an address, or to anybody; a server that is no demonstration answers 404. */
  mailbox: (to: string) =>
    queryOptions({
      queryKey: ['demo', 'mailbox', { to }],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/demo/mailbox', {
            params: { query: { to: to || undefined } },
            signal,
          }),
        ).data,
      // A refusal is final: there is no mailbox.
      refetchInterval: ({ state }) => (state.error ? false : LOOK_AGAIN),
    }),
};
