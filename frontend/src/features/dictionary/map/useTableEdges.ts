import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import type { TableEdge } from '@/api/models';
import { dictionaryQueries } from '../queries';

/**
 * Joins the edges of all data sources into one list. It is pending while any source is loading, and
 * has the first error.
 */
const joinEdges = (answers: UseQueryResult<TableEdge[]>[]) => ({
  edges: answers.flatMap(({ data }) => data ?? []),
  isPending: answers.some(({ isPending }) => isPending),
  error: answers.find(({ error }) => error !== null)?.error ?? null,
  refetch: () => Promise.all(answers.map((answer) => answer.refetch())),
});

/**
 * Returns the dependencies between the tables of these data sources. While some sources are
 * loading, it has those of the others.
 */
export const useTableEdges = (sources: readonly number[]) =>
  useQueries({
    queries: [...new Set(sources)].map((source) => dictionaryQueries.edges(source)),
    combine: joinEdges,
  });
