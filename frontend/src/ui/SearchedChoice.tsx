import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '@/api/errors';
import { fieldHelp } from './fieldHelp';

/** Milliseconds without typing before a search runs (2 §2). */
const SEARCH_DELAY_MS = 500;

interface Props<T> {
  label: string;
  value: T | null;
  onChange: (chosen: T | null) => void;
  /** Called with the search text after a pause in typing. Must be a stable function. */
  onSearch: (text: string) => void;
  found: Pick<UseQueryResult, 'isFetching' | 'error'>;
  options: readonly T[];
  nameOf: (option: T) => string;
  /** A second line that distinguishes options of the same name. */
  detailOf?: (option: T) => string;
  keyOf: (option: T) => number;
  empty: string;
  /** Validation error of the choice. It takes precedence over the error of a failed search. */
  error?: string;
  id?: string;
  required?: boolean;
  disabled?: boolean;
  /** Shown below the field if there is no error. */
  help?: string;
  placeholder?: string;
}

/** A field to choose one of many options, by a search on the server. */
export function SearchedChoice<T>(props: Props<T>) {
  const { label, value, onChange, onSearch, found, options } = props;
  const { nameOf, detailOf, keyOf, empty, id, required = true, help, placeholder } = props;
  const { disabled = false } = props;
  const error = props.error ?? (found.error ? messageOf(found.error) : undefined);
  const [text, setText] = useState('');
  // The text typed by the user. `text` also changes when a choice fills in its name, which must not
  // be searched for.
  const [typed, setTyped] = useState('');
  const [searched, setSearched] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearched(typed.trim());
      onSearch(typed.trim());
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  // Hides the previous matches until the search for the current text has finished.
  const isSearching = typed.trim() !== searched || found.isFetching;
  return (
    <Autocomplete
      id={id}
      disabled={disabled}
      options={isSearching ? [] : options}
      value={value}
      onChange={(_, chosen) => onChange(chosen)}
      inputValue={text}
      onInputChange={(_, next, reason) => {
        setText(next);
        setTyped(reason === 'input' ? next : '');
      }}
      // The server has filtered already, and not only by name.
      filterOptions={(all) => all}
      getOptionLabel={nameOf}
      getOptionKey={keyOf}
      isOptionEqualToValue={(option, chosen) => keyOf(option) === keyOf(chosen)}
      loading={isSearching}
      loadingText="Searching…"
      onKeyDown={(event) => {
        // Enter is meant for the options that are being loaded, so it must not submit the form.
        if (event.key === 'Enter' && isSearching && text) event.preventDefault();
      }}
      noOptionsText={empty}
      renderOption={({ key, ...item }, option) => (
        <li key={key} {...item}>
          <span>
            {nameOf(option)}
            {detailOf && (
              <Typography
                component="span"
                variant="caption"
                color="textSecondary"
                sx={{ display: 'block' }}
              >
                {detailOf(option)}
              </Typography>
            )}
          </span>
        </li>
      )}
      renderInput={(field) => (
        <TextField
          {...field}
          label={label}
          required={required}
          placeholder={placeholder}
          error={Boolean(error)}
          helperText={fieldHelp(error, help)}
        />
      )}
    />
  );
}
