import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '@/api/errors';

/** Milliseconds of rest before a search runs (2 §2). */
const SEARCH_AFTER = 500;

interface Props<T> {
  label: string;
  value: T | null;
  onChange: (chosen: T | null) => void;
  /** What was typed to search by, once typing rests. It must stay the same function. */
  onSearch: (text: string) => void;
  /** The search: that it runs, and why it failed. */
  found: Pick<UseQueryResult, 'isFetching' | 'error'>;
  /** What the server has found. */
  options: readonly T[];
  nameOf: (option: T) => string;
  /** A second line that tells options of the same name apart. */
  detailOf?: (option: T) => string;
  keyOf: (option: T) => number;
  /** What is said when nothing was found. */
  empty: string;
  /** What is wrong with the choice. It is said before a search that failed. */
  error?: string;
  id?: string;
  required?: boolean;
  disabled?: boolean;
  /** Stands below the field where there is no error. */
  help?: string;
  /** Stands in the field while nothing is chosen. */
  placeholder?: string;
}

/** One of many, which the server searches for. */
export function SearchedChoice<T>(props: Props<T>) {
  const { label, value, onChange, onSearch, found, options } = props;
  const { nameOf, detailOf, keyOf, empty, id, required = true, help, placeholder } = props;
  const { disabled = false } = props;
  const error = props.error ?? (found.error ? messageOf(found.error) : undefined);
  const [text, setText] = useState('');
  // A choice fills the field with a name, which nobody searches for.
  const [typed, setTyped] = useState('');
  const [searched, setSearched] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearched(typed.trim());
      onSearch(typed.trim());
    }, SEARCH_AFTER);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  // What was found before is no answer to what is typed now: until the search has ended nothing can be chosen.
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
      // The server has searched; what it found is not to be narrowed down by the name alone.
      filterOptions={(all) => all}
      getOptionLabel={nameOf}
      getOptionKey={keyOf}
      isOptionEqualToValue={(option, chosen) => keyOf(option) === keyOf(chosen)}
      loading={isSearching}
      loadingText="Searching…"
      onKeyDown={(event) => {
        // Enter is meant for the options that are on their way, and not for the form.
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
          helperText={error ?? help}
          slotProps={{
            ...field.slotProps,
            inputLabel: { ...field.slotProps.inputLabel, ...(placeholder && { shrink: true }) },
          }}
        />
      )}
    />
  );
}
