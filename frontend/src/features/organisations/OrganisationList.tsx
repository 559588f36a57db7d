import EditOutlined from '@mui/icons-material/EditOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import type { OrganisationOption } from '@/api/models';
import { PageHeader } from '@/ui/PageHeader';
import { RowMenu } from '@/ui/RowMenu';
import { SearchedList } from '@/ui/SearchedList';
import { twentyRows } from '@/lib/pageSizes';
import { lazyDialog } from '@/lib/lazyPart';
import { organisationColumns, organisationSorts } from './organisationColumns';
import { organisationQueries } from './queries';

const OrganisationDialog = lazyDialog(() => import('./OrganisationDialog'), 'OrganisationDialog');

interface Props {
  /** Renders the dialog that appoints the Admin of an organisation. */
  appointing: (organisation: OrganisationOption, onClose: () => void) => ReactNode;
}

/** Lists the organisations (3 §2.5). */
export function OrganisationList({ appointing }: Props) {
  const [appointed, setAppointed] = useState<OrganisationOption | null>(null);
  const [editing, setEditing] = useState<OrganisationOption | null>(null);
  const [adding, setAdding] = useState(false);
  return (
    <>
      <PageHeader
        title="Organisations"
        purpose="Add the organisations of your users, and appoint the first Admin of each. Until one has an Admin, you look after its users and roles."
        action={
          <Button variant="contained" onClick={() => setAdding(true)}>
            Add Organisation
          </Button>
        }
      />
      <SearchedList
        label="Organisations"
        pages={twentyRows}
        sorts={organisationSorts}
        read={organisationQueries.everyOrganisation}
        placeholder="Any field of an organisation"
        columns={organisationColumns}
        keyOf={({ org_id }) => org_id}
        empty="No Organisation found"
        emptyHint="Add the first one."
        actionsWidth={260}
        actions={(row) => (
          <RowMenu
            of={row.name}
            actions={[
              {
                title: 'Appoint Admin',
                label: `Appoint Admin of ${row.name}`,
                icon: PersonAddAltOutlined,
                onClick: () => setAppointed(row),
                refusal: row.refusal,
              },
              { title: 'Edit', icon: EditOutlined, onClick: () => setEditing(row) },
            ]}
          />
        )}
      />
      {adding && <OrganisationDialog onClose={() => setAdding(false)} />}
      {editing && <OrganisationDialog orgId={editing.org_id} onClose={() => setEditing(null)} />}
      {appointed && appointing(appointed, () => setAppointed(null))}
    </>
  );
}
