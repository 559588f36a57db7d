import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import { useEffect, useState } from 'react';
import { LimitedField } from '../LimitedField';
import { limits } from '@/lib/limits';
import { NamedIcon } from './NamedIcon';
import { fieldHelp } from '@/ui/fieldHelp';

interface Props {
  id?: string;
  value: string;
  onChange: (name: string) => void;
  error?: string;
}

/** A field for an icon, picked from a list or typed by its MUI name (3 §5). */
export function IconField({ id, value, onChange, error }: Props) {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    let gone = false;
    // If the list cannot be loaded, a name can still be typed.
    void import('./iconSet').then(
      ({ icons }) => !gone && setNames(Object.keys(icons)),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return (
    <Autocomplete
      id={id}
      freeSolo
      options={names}
      inputValue={value}
      onInputChange={(_, name) => onChange(name)}
      renderOption={({ key, ...item }, name) => (
        <li key={key} {...item}>
          <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
            <NamedIcon name={name} />
            {name}
          </Box>
        </li>
      )}
      renderInput={(field) => (
        <LimitedField
          {...field}
          value={value}
          limit={limits.StageInputBody.icon}
          label="Icon"
          required
          error={Boolean(error)}
          helperText={fieldHelp(error, 'Pick one, or type the name of an MUI icon.')}
          slotProps={{
            ...field.slotProps,
            input: {
              ...field.slotProps.input,
              startAdornment: value ? (
                <InputAdornment position="start" sx={{ ml: 1, mr: 0.5 }}>
                  <NamedIcon name={value} />
                </InputAdornment>
              ) : undefined,
            },
          }}
        />
      )}
    />
  );
}
