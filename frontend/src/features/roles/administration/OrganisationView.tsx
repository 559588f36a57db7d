import ArrowBack from '@mui/icons-material/ArrowBack';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { CountTabs } from '@/ui/CountTabs';
import { PageHeader } from '@/ui/PageHeader';
import { RevealWhenSettled } from '@/ui/RevealWhenSettled';
import { lazyDialog } from '@/lib/lazyPart';
import { count } from '@/lib/numbers';
import { recordId } from '@/lib/recordId';
import { useParamsChange } from '@/lib/useParamsChange';
import { AssignedRoleTable } from './AssignedRoleTable';
import { peopleQueries } from './queries';
import { RoleRequestList } from './RoleRequestList';
import { UserTable } from './UserTable';

const AssignRoleDialog = lazyDialog(() => import('./AssignRoleDialog'), 'AssignRoleDialog');

type TabKey = 'users' | 'requests' | 'roles';

interface Props {
  orgId: number;
  name?: string;
}

/**
 * The users and roles of one organisation, for a Super User who manages it while it has no Admin.
 */
export function OrganisationView({ orgId, name = 'Organisation' }: Props) {
  const [params, change] = useParamsChange();
  const loaded = useQuery(peopleQueries.counts(orgId));
  const counts = loaded.data;
  const tabParam = params.get('tab');
  const activeTab: TabKey = tabParam === 'requests' || tabParam === 'roles' ? tabParam : 'users';
  const addressOf = (tab: TabKey) => ({
    org_id: String(orgId),
    ...(tab !== 'users' && { tab }),
  });
  // A link with `assign` opens the dialog with this organisation role preselected.
  const assigned = recordId(params.get('assign'));
  return (
    <>
      <PageHeader
        title={name}
        purpose="While an organisation has no Admin, you look after its users and roles."
        above={
          <Button component={Link} to={paths.superUserOrganisation} startIcon={<ArrowBack />}>
            Organisations
          </Button>
        }
      />
      {counts?.refusal && (
        <Alert severity="info" sx={{ mb: 3 }}>
          {counts.refusal} You can only read here.
        </Alert>
      )}
      <CountTabs<TabKey>
        label="Users and roles"
        tabs={[
          { key: 'users', title: 'Users', count: counts?.users },
          { key: 'requests', title: 'Roles Requests', count: counts?.role_requests, urgent: true },
          { key: 'roles', title: 'Assigned Roles', count: counts?.assigned_roles },
        ]}
        shown={activeTab}
        onShow={(tab) => change(() => new URLSearchParams(addressOf(tab)))}
        showZero
      >
        {activeTab === 'users' && (
          <RevealWhenSettled above={[loaded]}>
            {counts !== undefined && counts.without_second_factor > 0 && (
              <Typography color="textSecondary" sx={{ mb: 2 }}>
                {count(
                  counts.without_second_factor,
                  'active user signs in',
                  'active users sign in',
                )}{' '}
                with a password only, without a second factor.
              </Typography>
            )}
            <UserTable orgId={orgId} />
          </RevealWhenSettled>
        )}
        {activeTab === 'requests' && <RoleRequestList orgId={orgId} />}
        {activeTab === 'roles' && (
          <AssignedRoleTable
            orgId={orgId}
            requestsPath={`${paths.superUserOrganisation}?org_id=${orgId}&tab=requests`}
          />
        )}
      </CountTabs>
      {assigned !== undefined && (
        <AssignRoleDialog
          orgId={orgId}
          preselected={assigned}
          onClose={() => change((others) => others.delete('assign'), { replace: true })}
        />
      )}
    </>
  );
}
