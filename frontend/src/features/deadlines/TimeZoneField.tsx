import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { useMinute } from '@/lib/useMinute';
import { fieldHelp } from '@/ui/fieldHelp';
import { timeIn, timeZonesWith } from './timeZones';

interface Props {
  id: string;
  value: string;
  onChange: (zone: string) => void;
  error?: string;
  /** The zone of the saved calendar, which is offered even if the browser does not know it. */
  stored: string;
}

/** Finds "America/New_York" by "new york". */
const filterOptions = createFilterOptions<string>({
  stringify: (zone) => `${zone} ${zone.replaceAll('_', ' ')}`,
});

/** A choice of the time zone, by a search in their names. Shows the time in the chosen one. */
export function TimeZoneField({ id, value, onChange, error, stored }: Props) {
  const zones = useMemo(() => timeZonesWith(stored), [stored]);
  const now = useMinute() * 60_000;
  const there = value ? timeIn(value, now) : undefined;
  const hint = `Days begin and end in this time zone.${
    there ? ` The time there is ${there.time} (${there.offset}).` : ''
  }`;
  return (
    <Autocomplete
      id={id}
      options={zones}
      value={value || null}
      onChange={(_, zone) => onChange(zone ?? '')}
      filterOptions={filterOptions}
      autoHighlight
      noOptionsText="No matching time zone"
      renderOption={({ key, ...item }, zone) => (
        <Box component="li" key={key} {...item} sx={{ display: 'flex', gap: 1.25 }}>
          <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {zone}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {timeIn(zone, now)?.offset}
          </Box>
        </Box>
      )}
      renderInput={(field) => (
        <TextField
          {...field}
          label="Time zone"
          required
          error={Boolean(error)}
          helperText={fieldHelp(error, hint)}
        />
      )}
    />
  );
}
