import {
  notifyManager,
  onlineManager,
  QueryCache,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { connection } from '@/api/connection';
import { ApiError } from '@/api/errors';
import { session } from '@/api/session';
import { runAfterPointerRelease } from '@/lib/pointerRelease';

/**
 * Returns true if a failed query is retried: twice after a server error, never after a refusal
 * (4xx) or while the connection is known to be lost.
 */
function shouldRetry(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status < 500;
  return !refused && connection.get() === 'up' && failures < 2;
}

declare module '@tanstack/react-query' {
  interface Register {
    /** The message that is logged when a query fails; the user sees another one (3 §8). */
    queryMeta: { failure?: string };
  }
}
// Calls never wait for the connection: they are sent at once, or fail. TanStack Query would
// otherwise send paused mutations when the connection is back. Queries are refetched then.
onlineManager.setEventListener(() => undefined);
const syncOnlineState = () => onlineManager.setOnline(connection.get() === 'up');
connection.subscribe(syncOnlineState);
syncOnlineState();

// Delays notifications while a pointer is down, because a layout change between pointerdown and
// pointerup would lose the click.
notifyManager.setScheduler((notify) => runAfterPointerRelease(() => void setTimeout(notify)));

const client = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => {
      if (meta?.failure) console.error(meta.failure, error);
    },
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 15_000,
      retry: shouldRetry,
      refetchOnReconnect: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// Empties the cache when the account or the role changes, so that one reader never sees the data of
// another. Active queries that are loading are reset and not removed: a removed one would leave its
// page waiting forever.
const readerKey = () => `${session.get()?.token}/${session.get()?.role?.assigned_role_id}`;
let current = readerKey();
session.subscribe(() => {
  if (readerKey() === current) return;
  current = readerKey();
  const waiting = client.getQueryCache().findAll({ type: 'active', fetchStatus: 'fetching' });
  client.getMutationCache().clear();
  client.removeQueries({ predicate: (query) => !waiting.includes(query) });
  void client.resetQueries({ type: 'active' });
});

/**
 * Provides the query cache, one for the whole application. It is inside the lazy parts and not
 * around the router, so that the first load of the landing page does not include it.
 */
export default function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
