import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Person } from '@/api/models';
import { fullName, useSession } from '@/api/session';
import { peopleQueries } from './queries';
import { SearchedChoice } from '@/ui/SearchedChoice';

interface Props {
  id?: string;
  orgId: number;
  value: Person | null;
  onChange: (person: Person | null) => void;
  error?: string;
}

/**
 * Chooses a user of an organisation by first, middle and last name (3 §2.3). Oneself and erased
 * accounts are left out.
 */
export function PersonField({ id, orgId, value, onChange, error }: Props) {
  const ownId = useSession()?.user.user_id;
  const [search, setSearch] = useState('');
  const people = useQuery(peopleQueries.users({ orgId, search, sort: '', page: 1, pageSize: 50 }));
  return (
    <SearchedChoice
      id={id}
      label="User"
      value={value}
      onChange={onChange}
      onSearch={setSearch}
      options={
        people.data?.rows.filter(({ user_id, erased }) => user_id !== ownId && !erased) ?? []
      }
      found={people}
      nameOf={fullName}
      detailOf={({ org_email, phone }) => org_email ?? phone}
      keyOf={({ user_id }) => user_id}
      empty="No Organisation Users found."
      error={error}
    />
  );
}
