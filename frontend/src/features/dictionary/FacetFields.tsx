import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FilterChoice } from '@/ui/FilterChoice';
import { dataTypes } from '@/shared/dictionary/dataTypes';
import type { Facet, Facets } from './facets';
import { dictionaryQueries } from './queries';

interface Props {
  facets: Facets;
  onChange: (changes: Partial<Record<Facet, string>>) => void;
  /** A field before the others. */
  children?: ReactNode;
}

/** The filters by the properties of a variable. */
export function FacetFields({ facets, onChange, children }: Props) {
  const { data: topics } = useQuery(
    dictionaryQueries.topics({ search: '', page: 1, pageSize: 100 }),
  );
  const choices = (topics?.rows ?? []).map(
    ({ topic_id, topic }) => [`${topic_id}`, topic] as const,
  );
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(168px, 100%), 1fr))',
      }}
    >
      {children}
      {/* Shown while they load, so that the other fields do not move. */}
      {topics?.rows.length !== 0 && (
        <FilterChoice
          label="Topic"
          all="All topics"
          value={facets.topic}
          choices={choices}
          onChange={(topic) => onChange({ topic })}
        />
      )}
      <FilterChoice
        label="Data type"
        all="All types"
        value={facets.data_type}
        choices={dataTypes.map((type) => [type, type] as const)}
        onChange={(data_type) => onChange({ data_type })}
      />
      <FilterChoice
        label="Personal data"
        all="With and without"
        value={facets.is_identifiable}
        choices={[
          ['true', 'Only PII'],
          ['false', 'Without PII'],
        ]}
        onChange={(is_identifiable) => onChange({ is_identifiable })}
      />
      <FilterChoice
        label="Derived"
        all="Derived or not"
        value={facets.derived}
        choices={[
          ['true', 'Only derived'],
          ['false', 'Not derived'],
        ]}
        onChange={(derived) => onChange({ derived })}
      />
      <TextField
        size="small"
        label="Has records of the year"
        placeholder="Any year"
        value={facets.year}
        onChange={(event) => onChange({ year: event.target.value.replace(/\D/g, '').slice(0, 4) })}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
    </Box>
  );
}
