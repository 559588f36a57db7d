import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useMemo, useRef } from 'react';
import type { ActKind } from '@/api/models';
import { ClearFilter } from '@/ui/ClearFilter';
import { DayFilter } from './DayFilter';
import { PersonFilter } from './PersonFilter';
import { EVERYTHING, type ActFilters } from './queries';
import { RequestFilter } from './RequestFilter';

interface Props {
  filters: ActFilters;
  kinds: readonly ActKind[];
  /** The name of the person by whom the entries are filtered. */
  personName: string | undefined;
  onChange: (filters: Partial<ActFilters>) => void;
}

const initial: ActFilters = { person: '', kind: '', request_id: '', from: '', until: '' };

const groups: readonly ActKind[] = [
  { kind: '', words: 'Decisions and changes' },
  { kind: EVERYTHING, words: 'Everything' },
];

export const isNarrowed = (filters: ActFilters) => Object.values(filters).some(Boolean);

/** Filters by kind, Data Request, days and person. The address has all of them. */
export function AuditLogFilters({ filters, kinds, personName, onChange }: Props) {
  const { kind, request_id, from, until } = filters;
  const box = useRef<HTMLDivElement>(null);
  const options = useMemo(() => [...groups, ...kinds], [kinds]);
  return (
    <Box
      ref={box}
      tabIndex={-1}
      role="search"
      aria-label="The audit log"
      sx={{ display: 'grid', gap: 1.5, mb: 2, outline: 'none' }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          alignItems: 'start',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(2, minmax(0, 1fr))',
            lg: 'minmax(0, 1.4fr) minmax(0, 0.8fr) repeat(2, minmax(0, 1fr))',
          },
        }}
      >
        <Autocomplete
          size="small"
          options={options}
          value={options.find((known) => known.kind === kind) ?? null}
          onChange={(_, chosen) => onChange({ kind: chosen?.kind ?? '' })}
          getOptionLabel={({ words }) => words}
          getOptionKey={({ kind: name }) => name}
          noOptionsText="No matching actions"
          slotProps={{ clearIndicator: { sx: kind === '' ? { display: 'none' } : {} } }}
          renderInput={(field) => <TextField {...field} label="What was done" />}
        />
        <RequestFilter value={request_id} onChange={(id) => onChange({ request_id: id })} />
        <DayFilter
          id="audit-from"
          label="From"
          value={from}
          onChange={(day) => onChange({ from: day })}
        />
        <DayFilter
          id="audit-until"
          label="Until"
          value={until}
          onChange={(day) => onChange({ until: day })}
          error={from && until && until < from ? 'This date is before the first one.' : undefined}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between' }}>
        <PersonFilter name={personName} onChange={(person) => onChange({ person })} />
        {isNarrowed(filters) && (
          <ClearFilter
            frame={box}
            onClear={() => onChange(initial)}
            variant="outlined"
            size="small"
            sx={{ alignSelf: 'flex-start' }}
          />
        )}
      </Box>
    </Box>
  );
}
