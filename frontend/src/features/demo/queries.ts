import { get } from '@/api/query';

/** How often an open mailbox looks for new mails, in milliseconds. */
const LOOK_AGAIN = 3_000;

export const demoQueries = {
  /** The mails that were sent to an address, or to anybody; a server that is no demonstration answers 404. */
  mailbox: (to: string) =>
    get(
      '/api/v1/demo/mailbox',
      { query: { to: to || undefined } },
      // A refusal is final: there is no mailbox.
      { refetchInterval: ({ state }) => (state.error ? false : LOOK_AGAIN) },
    ),
};
