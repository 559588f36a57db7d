import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dictionaryQueries } from '../queries';

/** The colours of the types of published tables, by name; none of them before they are here. */
export function useTypeColors() {
  const { data, error, isPending, refetch } = useQuery(dictionaryQueries.colors());
  const colors = useMemo(
    () => new Map(data?.map(({ table_type_name, color }) => [table_type_name, color])),
    [data],
  );
  return { colors, error, isPending, refetch };
}
