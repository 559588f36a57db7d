import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SearchedChoice } from '@/ui/SearchedChoice';
import { recordQueries } from '../queries';

export interface ChosenTopic {
  id: number;
  name: string;
}

interface Props {
  id?: string;
  value: ChosenTopic | null;
  onChange: (chosen: ChosenTopic | null) => void;
  error?: string;
}

/** A field that searches for a topic, active or not. */
export function TopicChoice({ id, value, onChange, error }: Props) {
  const [search, setSearch] = useState('');
  const found = useQuery(recordQueries.topics({ search, sort: '', page: 1, pageSize: 50 }));
  const options = found.data?.rows.map(({ topic_id, topic }) => ({ id: topic_id, name: topic }));
  return (
    <SearchedChoice
      id={id}
      label="Topic"
      value={value}
      onChange={onChange}
      onSearch={setSearch}
      options={options ?? []}
      found={found}
      nameOf={({ name }) => name}
      keyOf={({ id }) => id}
      empty="No Topics found"
      error={error}
    />
  );
}
