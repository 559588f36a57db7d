import EditOutlined from '@mui/icons-material/EditOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { OrganisationOption } from '@/api/models';
import { paths } from '@/app/paths';
import { PageHeader } from '@/components/PageHeader';
import { ListSearch, ServerList } from '@/components/ServerList';
import { twentyRows } from '@/lib/pageSizes';
import { useListUrl } from '@/lib/useListUrl';
import { organisationColumns, organisationSorts } from './organisationColumns';
import { OrganisationDialog } from './OrganisationDialog';
import { organisationQueries } from './queries';
import { RefusedAction } from '@/components/RefusedAction';

interface Props {
  /** The dialog that appoints the Admin of an organisation. */
  appointing: (organisation: OrganisationOption, onClose: () => void) => ReactNode;
}

/** The organisations (3 §2.5). */
export default function OrganisationsPage({ appointing }: Props) {
  const list = useListUrl({ ...twentyRows, sorts: organisationSorts });
  const { search, sort, page, pageSize } = list;
  const loaded = useQuery(organisationQueries.everyOrganisation({ search, sort, page, pageSize }));
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
      <ListSearch list={list} placeholder="Any field of an organisation" />
      <ServerList
        label="Organisations"
        list={list}
        loaded={loaded}
        columns={organisationColumns}
        keyOf={({ org_id }) => org_id}
        pageSizes={twentyRows.pageSizes}
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
            <RefusedAction refusal={row.refusal} label={`Appoint Admin of ${row.name}`}>
              <Tooltip title={row.refusal ? '' : 'Appoint Admin'} describeChild>
                <span>
                  <IconButton
                    aria-label={`Appoint Admin of ${row.name}`}
                    disabled={Boolean(row.refusal)}
                    onClick={() => setAppointed(row)}
                  >
                    <PersonAddAltOutlined fontSize="small" />
                  </IconButton>
                </span>
              </Tooltip>
            </RefusedAction>
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
