import { get } from '@/api/query';

/** The polling interval of an open mailbox, in milliseconds. */
const POLL_INTERVAL = 3_000;

export const demoQueries = {
  /** The emails to an address, or all emails. A server that is not a demonstration answers 404. */
  mailbox: (to: string) =>
    get(
      '/api/v1/demo/mailbox',
      { query: { to: to || undefined } },
      // After an error polling stops: there is no mailbox.
      { refetchInterval: ({ state }) => (state.error ? false : POLL_INTERVAL) },
    ),
};
