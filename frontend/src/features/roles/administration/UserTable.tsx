import { useState } from 'react';
import type { SortKey } from '@/api/lists';
import type { OrganisationUser } from '@/api/models';
import { fullName, useRole } from '@/api/session';
import { RowMenu } from '@/ui/RowMenu';
import { SearchedList } from '@/ui/SearchedList';
import { YesOrNo } from '@/ui/YesOrNo';
import type { ListColumn } from '@/ui/table/columns';
import { formatDate } from '@/lib/dates';
import { twentyRows } from '@/lib/pageSizes';
import { lazyDialog } from '@/lib/lazyPart';
import { AccountStatus } from './AccountStatus';
import { PersonName } from './PersonName';
import { peopleQueries } from './queries';

const EraseDialog = lazyDialog(() => import('./EraseDialog'), 'EraseDialog');
const ResetSecondFactorDialog = lazyDialog(
  () => import('./ResetSecondFactorDialog'),
  'ResetSecondFactorDialog',
);
const UserStatusDialog = lazyDialog(() => import('./UserStatusDialog'), 'UserStatusDialog');

const sorts: readonly SortKey<'/api/v1/users/organization-users'>[] = [
  'name',
  'designation',
  'department',
  'created_on',
  'is_active',
];

const columns: readonly ListColumn<OrganisationUser>[] = [
  {
    field: 'name',
    name: 'Name',
    flex: 1.4,
    minWidth: 190,
    cell: (person) => <PersonName person={person} />,
  },
  {
    field: 'phone',
    name: 'Phone',
    minWidth: 130,
    cell: ({ phone }) => phone,
  },
  {
    field: 'designation',
    name: 'Designation',
    flex: 1,
    minWidth: 120,
    cell: ({ designation }) => designation,
  },
  {
    field: 'department',
    name: 'Department',
    flex: 1,
    minWidth: 120,
    cell: ({ department, tentative_organization }) =>
      tentative_organization ? `${department}, ${tentative_organization}` : department,
  },
  {
    field: 'created_on',
    name: 'Registered',
    minWidth: 150,
    cell: ({ created_on }) => formatDate(created_on),
  },
  {
    field: 'is_active',
    name: 'Status',
    minWidth: 175,
    cell: (person) => <AccountStatus person={person} />,
  },
  {
    field: 'has_second_factor',
    name: 'Second factor',
    minWidth: 130,
    cell: ({ has_second_factor }) => <YesOrNo value={has_second_factor} />,
  },
];

/**
 * Lists the users of an organisation. Their accounts can be activated and disabled. A Super
 * User can also erase them and reset a lost second factor (3 §2.3).
 */
export function UserTable({ orgId }: { orgId: number }) {
  const [chosen, setChosen] = useState<OrganisationUser | null>(null);
  const isSuperUser = useRole() === 'Super User';
  const [reset, setReset] = useState<OrganisationUser | null>(null);
  const [erased, setErased] = useState<OrganisationUser | null>(null);
  return (
    <>
      <SearchedList
        label="Users"
        pages={twentyRows}
        sorts={sorts}
        read={(args) => peopleQueries.users({ orgId, ...args })}
        placeholder="Name, email, phone, designation or department"
        columns={columns}
        keyOf={({ user_id }) => user_id}
        empty="No Organisation Users found."
        emptyHint="People who register with your organisation appear here."
        actionsWidth={isSuperUser ? 230 : 160}
        actions={(person) => {
          const name = fullName(person);
          return (
            <RowMenu
              of={name}
              actions={[
                {
                  title: 'Change the status',
                  label: `Change the status of ${name}`,
                  onClick: () => setChosen(person),
                  refusal: person.refusal,
                },
                // Neither for erased accounts nor for one's own.
                ...(isSuperUser && person.may_erase
                  ? [
                      {
                        title: 'Reset second factor…',
                        onClick: () => setReset(person),
                      },
                      {
                        title: 'Erase…',
                        onClick: () => setErased(person),
                      },
                    ]
                  : []),
              ]}
            />
          );
        }}
      />
      {reset && <ResetSecondFactorDialog person={reset} onClose={() => setReset(null)} />}
      {erased && <EraseDialog person={erased} onClose={() => setErased(null)} />}
      {chosen && <UserStatusDialog person={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
