import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '@/api/errors';
import type { Person } from '@/api/models';
import { fullName, useSession } from '@/api/session';
import { administrationQueries } from './queries';

/** Milliseconds of rest before a search runs (2 §2). */
const SEARCH_AFTER = 500;

interface Props {
  orgId: number;
  value: Person | null;
  onChange: (person: Person | null) => void;
  error?: string;
}

/** One of the people of an organisation but oneself, by first, middle and surname (3 §2.3). */
export function PersonField({ orgId, value, onChange, error }: Props) {
  const ownId = useSession()?.user.user_id;
  const [search, setSearch] = useState('');
  const [text, setText] = useState('');
  // What was typed to search by; a choice fills the field with a name, which nobody searches for.
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_AFTER);
    return () => clearTimeout(timer);
  }, [typed]);
  const people = useQuery(
    administrationQueries.users({ orgId, search, sort: '', page: 1, pageSize: 50 }),
  );
  const fault = error ?? (people.error ? messageOf(people.error) : undefined);
  const options = people.data?.rows.filter(({ user_id }) => user_id !== ownId) ?? [];
  return (
    <Autocomplete
      options={options}
      value={value}
      onChange={(_, person) => onChange(person)}
      inputValue={text}
      onInputChange={(_, next, reason) => {
        setText(next);
        setTyped(reason === 'input' ? next : '');
      }}
      // The server has searched; what it found is not to be narrowed down by the name alone.
      filterOptions={(found) => found}
      getOptionLabel={fullName}
      getOptionKey={({ user_id }) => user_id}
      isOptionEqualToValue={(option, chosen) => option.user_id === chosen.user_id}
      loading={people.isFetching}
      noOptionsText="No Organisation Users found."
      renderOption={({ key, ...props }, person) => (
        <li key={key} {...props}>
          <span>
            {fullName(person)}
            <Typography
              component="span"
              variant="caption"
              color="textSecondary"
              sx={{ display: 'block' }}
            >
              {person.org_email ?? person.phone}
            </Typography>
          </span>
        </li>
      )}
      renderInput={(field) => (
        <TextField {...field} label="User" required error={Boolean(fault)} helperText={fault} />
      )}
    />
  );
}
