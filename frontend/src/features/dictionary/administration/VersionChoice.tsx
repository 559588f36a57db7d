import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { VersionRecord } from '@/api/models';
import { SearchedChoice } from '@/ui/SearchedChoice';
import { formatDateTime } from '@/lib/dates';
import { revisionQueries } from './revisionQueries';

interface Props {
  label: string;
  dataSource: number;
  value: VersionRecord | null;
  onChange: (chosen: VersionRecord) => void;
}

/** A field that searches for a version of a data source. */
export function VersionChoice({ label, dataSource, value, onChange }: Props) {
  const [search, setSearch] = useState('');
  const found = useQuery(revisionQueries.versionsOf(dataSource, search));
  return (
    <SearchedChoice
      label={label}
      value={value}
      onChange={(chosen) => chosen && onChange(chosen)}
      onSearch={setSearch}
      options={found.data?.rows ?? []}
      found={found}
      nameOf={(version) => formatDateTime(version.date_created)}
      detailOf={({ message, committer }) => `${message} (${committer})`}
      keyOf={({ version_id }) => version_id}
      empty="No data source versions found"
      help={value?.message}
      required={false}
    />
  );
}
