import Autocomplete from '@mui/material/Autocomplete';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OrganizationOption } from '@/api/models';
import { LimitedField } from '@/ui/LimitedField';
import { limits } from '@/lib/limits';
import { popup } from '../looks';
import { accountQueries } from '../queries';

interface Props {
  id: string;
  text: string;
  registered: OrganizationOption | null;
  onChange: (text: string, registered: OrganizationOption | null) => void;
  error?: string;
}

/** The debounce of the search in milliseconds. */
const DEBOUNCE_MS = 300;
const folded = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * The field for the organisation: a registered one, or a new name (1 §5.2). Typing the name of a
 * registered organisation selects it.
 */
export function OrganisationField(props: Props) {
  const { id, text, registered, onChange, error } = props;
  const [search, setSearch] = useState(text.trim());
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data: found, isFetching } = useQuery({
    ...accountQueries.organizations(search),
    placeholderData: keepPreviousData,
  });
  const options = found ?? [];
  // Results of an earlier search do not match the current text.
  const isSearching = isFetching || search !== text.trim();
  const sameName = (name: string) =>
    options.find((option) => folded(option.name) === folded(name)) ?? null;

  // The list may arrive after the full name was typed.
  const known = text && !registered ? sameName(text) : null;
  useEffect(() => {
    if (known) onChange(text, known);
  });

  const unregistered = Boolean(text.trim()) && !registered && !isFetching;
  return (
    <Autocomplete
      id={id}
      freeSolo
      slotProps={popup('Organisations')}
      options={isSearching ? [] : options}
      filterOptions={(list) => list}
      value={registered ?? text}
      inputValue={text}
      onInputChange={(_, typed, reason) => {
        if (reason !== 'reset') onChange(typed, sameName(typed));
      }}
      onChange={(_, chosen) => {
        if (chosen === null) onChange('', null);
        else if (typeof chosen === 'string') onChange(chosen, sameName(chosen));
        else onChange(chosen.name, chosen);
      }}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.name)}
      getOptionKey={(option) => (typeof option === 'string' ? option : option.org_id)}
      isOptionEqualToValue={(option, value) =>
        typeof option !== 'string' && typeof value !== 'string' && option.org_id === value.org_id
      }
      renderInput={(field) => (
        <LimitedField
          {...field}
          value={text}
          limit={limits.VerifyBody.tentative_organization}
          label="Organisation"
          required
          error={Boolean(error)}
          helperText={
            error ??
            (unregistered
              ? 'This organisation is not registered yet. You can continue: an administrator of the platform will see the name as you entered it and activate your account.'
              : 'Choose one from the list, or type the name of yours')
          }
        />
      )}
    />
  );
}
