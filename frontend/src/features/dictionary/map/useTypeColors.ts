import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dictionaryQueries } from '../queries';

/**
 * Returns the colours of the types of published tables, by name. The map is empty until they are
 * loaded.
 */
export function useTypeColors() {
  const { data, error, isPending, refetch } = useQuery(dictionaryQueries.colors());
  const colors = useMemo(
    () => new Map(data?.map(({ table_type_name, color }) => [table_type_name, color])),
    [data],
  );
  return { colors, error, isPending, refetch };
}
