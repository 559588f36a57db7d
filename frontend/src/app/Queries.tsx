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
import { afterPress } from '@/lib/press';

/** Refusals are final; an overloaded server is tried twice more, one that is known to be gone is not. */
function worthRetrying(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status < 500;
  return !refused && connection.get() === 'up' && failures < 2;
}

declare module '@tanstack/react-query' {
  interface Register {
    /** The message that is stored for a read that fails; it is logged, and the person reads another (3 §8). */
    queryMeta: { failure?: string };
  }
}
// A call is sent when it is asked for, or it fails: never later by itself, when the connection is back. What is only
// read is read again then.
onlineManager.setEventListener(() => undefined);
const follow = () => onlineManager.setOnline(connection.get() === 'up');
connection.subscribe(follow);
follow();

// What comes while something is pressed is shown after the click.
notifyManager.setScheduler((notify) => afterPress(() => void setTimeout(notify)));

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
      retry: worthRetrying,
      refetchOnReconnect: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// What one person or role was shown is never shown to the next: a change of either empties the cache. What is under way
// for a page is asked again for the new reader: a query that is only removed leaves its page waiting for ever.
const reader = () => `${session.get()?.token}/${session.get()?.role?.assigned_role_id}`;
let current = reader();
session.subscribe(() => {
  if (reader() === current) return;
  current = reader();
  const waiting = client.getQueryCache().findAll({ type: 'active', fetchStatus: 'fetching' });
  client.getMutationCache().clear();
  client.removeQueries({ predicate: (query) => !waiting.includes(query) });
  void client.resetQueries({ type: 'active' });
});

/**
 * The query cache, one for the whole application. It stands inside the lazy parts and not around the router, so
 * that the first load of the landing page goes without it.
 */
export default function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
