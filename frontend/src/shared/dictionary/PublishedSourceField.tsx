import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { publishedSources } from './publishedSources';
import { SearchedChoice } from '@/ui/SearchedChoice';

interface Props {
  id?: string;
  label: string;
  value: number | null;
  onChange: (id: number | null) => void;
  /** The chosen source, if it is no longer published. */
  withdrawn?: { data_source_id: number; source: string };
  required?: boolean;
  error?: string;
  help?: string;
  placeholder?: string;
}

/** A field to choose a published data source, by a search on the server. */
export function PublishedSourceField({
  value,
  onChange,
  withdrawn,
  required = false,
  error,
  ...field
}: Props) {
  const [search, setSearch] = useState('');
  const found = useQuery(publishedSources.found(search));
  const one = publishedSources.one(value ?? 0);
  const chosen = useQuery({
    ...one,
    queryFn: value === null || withdrawn ? skipToken : one.queryFn,
  });
  return (
    <SearchedChoice<{ data_source_id: number; source: string }>
      {...field}
      required={required}
      value={withdrawn ?? ((value !== null && chosen.data) || null)}
      onChange={(source) => onChange(source?.data_source_id ?? null)}
      onSearch={setSearch}
      options={found.data ?? []}
      found={found}
      nameOf={({ source }) => source}
      keyOf={({ data_source_id }) => data_source_id}
      empty="No data sources found"
      error={error}
    />
  );
}
