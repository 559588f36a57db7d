import { useState } from 'react';
import type { SortKey } from '@/api/lists';
import type { AssignedRoleStatus } from '@/api/models';
import { fullName } from '@/api/session';
import { RoleStatusChip } from '@/shared/roles/RoleStatusChip';
import { RowMenu } from '@/ui/RowMenu';
import type { ListColumn } from '@/ui/table/columns';
import { SearchedList } from '@/ui/SearchedList';
import { formatDate, formatDateTime } from '@/lib/dates';
import { twentyRows } from '@/lib/pageSizes';
import { lazyDialog } from '@/lib/lazyPart';
import { NotOffered } from './NotOffered';
import { PersonName } from './PersonName';
import { peopleQueries } from './queries';

const RoleStatusDialog = lazyDialog(() => import('./RoleStatusDialog'), 'RoleStatusDialog');

const sorts: readonly SortKey<'/api/v1/users/assigned-role-status'>[] = [
  'name',
  'role',
  'status',
  'designation',
  'changed_on',
];

const columns: readonly ListColumn<AssignedRoleStatus>[] = [
  {
    field: 'name',
    name: 'Name',
    flex: 1.4,
    minWidth: 220,
    cell: ({ assigned_role }) => <PersonName person={assigned_role.user} />,
  },
  {
    field: 'role',
    name: 'Role',
    flex: 1,
    minWidth: 170,
    cell: ({ assigned_role: { org_role } }) => (
      <>
        {org_role.role.role}
        {!org_role.offered && <NotOffered />}
      </>
    ),
  },
  {
    field: 'status',
    name: 'Status',
    minWidth: 150,
    cell: ({ role_status }) => <RoleStatusChip status={role_status.status} />,
  },
  {
    field: 'designation',
    name: 'Designation',
    flex: 1,
    minWidth: 150,
    cell: ({ assigned_role }) => assigned_role.user.designation,
  },
  {
    field: 'changed_on',
    name: 'Since',
    minWidth: 160,
    cell: ({ history: [latest] }) =>
      latest && (
        <time dateTime={latest.changed_on} title={formatDateTime(latest.changed_on)}>
          {formatDate(latest.changed_on)}
        </time>
      ),
  },
];

/**
 * Lists the assigned roles of an organisation's users: current, former and requested ones (3 §2.3).
 */
export function AssignedRoleTable({
  orgId,
  requestsPath,
}: {
  orgId: number;
  requestsPath: string;
}) {
  const [chosen, setChosen] = useState<AssignedRoleStatus | null>(null);
  return (
    <>
      <SearchedList
        label="User Assigned Roles"
        pages={twentyRows}
        sorts={sorts}
        read={(args) => peopleQueries.assignedRoles({ orgId, ...args })}
        placeholder="Name, role, status or designation"
        columns={columns}
        keyOf={({ assigned_role }) => assigned_role.assigned_role_id}
        empty="No assigned roles found"
        emptyHint="Assign a role, or grant a requested one."
        actionsWidth={160}
        actions={(assigned) => {
          const { user, org_role } = assigned.assigned_role;
          const name = `${org_role.role.role} of ${fullName(user)}`;
          return (
            <RowMenu
              of={name}
              actions={[
                {
                  title: 'Change the status',
                  label: `Change the status of ${name}`,
                  onClick: () => setChosen(assigned),
                },
              ]}
            />
          );
        }}
      />
      {chosen && (
        <RoleStatusDialog
          assigned={chosen}
          requestsPath={requestsPath}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
