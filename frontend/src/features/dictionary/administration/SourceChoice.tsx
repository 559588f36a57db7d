import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SearchedChoice } from '@/ui/SearchedChoice';
import { recordQueries } from './queries';

export interface ChosenSource {
  id: number;
  name: string;
}

interface Props {
  id?: string;
  value: ChosenSource | null;
  onChange: (chosen: ChosenSource | null) => void;
  error?: string;
}

/** A field that searches for a data source, published or not. */
export function SourceChoice({ id, value, onChange, error }: Props) {
  const [search, setSearch] = useState('');
  const found = useQuery(recordQueries.sources({ search, sort: '', page: 1, pageSize: 50 }));
  const options = found.data?.rows.map((row) => ({ id: row.data_source_id, name: row.source }));
  return (
    <SearchedChoice
      id={id}
      label="Data Source"
      value={value}
      onChange={onChange}
      onSearch={setSearch}
      options={options ?? []}
      found={found}
      nameOf={({ name }) => name}
      keyOf={({ id }) => id}
      empty="No data sources found"
      error={error}
    />
  );
}
