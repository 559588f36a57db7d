import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '@/api/errors';
import type { Country } from '@/api/models';
import { accountQueries } from '../queries';
import { popup } from '../looks';
import { flagOf } from './form';

interface Props {
  id: string;
  code: string;
  onChange: (country: Country | null) => void;
  error?: string;
}

/** A choice of all countries with flag and dial code, the visitor's own country first (1 §5.2). */
export function CountryField({ id, code, onChange, error }: Props) {
  const countries = useQuery(accountQueries.countries());
  const list = countries.data ?? [];
  const chosen = list.find((country) => country.code === code) ?? null;
  return (
    <Autocomplete
      id={id}
      options={list}
      value={chosen}
      onChange={(_, country) => onChange(country)}
      autoHighlight
      slotProps={popup('Countries')}
      loading={countries.isPending}
      noOptionsText={countries.error ? messageOf(countries.error) : 'No matching country'}
      onOpen={() => {
        if (countries.isError) void countries.refetch();
      }}
      isOptionEqualToValue={(option, value) => option.code === value.code}
      getOptionLabel={({ name, dial_code }) => `${name} (${dial_code})`}
      getOptionKey={({ code: key }) => key}
      renderOption={({ key, ...props }, country) => (
        <Box component="li" key={key} {...props} sx={{ display: 'flex', gap: 1.25 }}>
          <span aria-hidden>{flagOf(country)}</span>
          <Box component="span" sx={{ flex: 1 }}>
            {country.name}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {country.dial_code}
          </Box>
        </Box>
      )}
      renderInput={(field) => (
        <TextField
          {...field}
          label="Country"
          required
          error={Boolean(error)}
          helperText={error}
          slotProps={{
            ...field.slotProps,
            input: {
              ...field.slotProps.input,
              startAdornment: chosen && (
                <Box component="span" aria-hidden sx={{ pl: 1 }}>
                  {flagOf(chosen)}
                </Box>
              ),
            },
          }}
        />
      )}
    />
  );
}
