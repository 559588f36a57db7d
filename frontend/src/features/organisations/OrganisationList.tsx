import EditOutlined from '@mui/icons-material/EditOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { OrganisationOption } from '@/api/models';
import { paths } from '@/app/paths';
import { DisabledAction } from '@/ui/DisabledAction';
import { PageHeader } from '@/ui/PageHeader';
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
        actionsWidth={236}
        actions={(row) => (
          <>
            <Button
              size="small"
              component={Link}
              to={`${paths.superUserOrganisation}?org_id=${row.org_id}`}
              aria-label={`Users and roles of ${row.name}`}
              sx={{ whiteSpace: 'nowrap', flexShrink: 0 }}
            >
              Users and roles
            </Button>
            <DisabledAction refusal={row.refusal} hint="Appoint Admin">
              <IconButton
                aria-label={`Appoint Admin of ${row.name}`}
                onClick={() => setAppointed(row)}
              >
                <PersonAddAltOutlined fontSize="small" />
              </IconButton>
            </DisabledAction>
            <Tooltip title="Edit" describeChild>
              <IconButton aria-label={`Edit ${row.name}`} onClick={() => setEditing(row)}>
                <EditOutlined fontSize="small" />
              </IconButton>
            </Tooltip>
          </>
        )}
      />
      {adding && <OrganisationDialog onClose={() => setAdding(false)} />}
      {editing && <OrganisationDialog orgId={editing.org_id} onClose={() => setEditing(null)} />}
      {appointed && appointing(appointed, () => setAppointed(null))}
    </>
  );
}
