import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { generatePath, Link as RouterLink } from 'react-router';
import type { WhatWaits as Waiting } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { LoadFailed } from '@/ui/LoadFailed';
import { PlainList } from '@/ui/PlainList';
import { formatDate } from '@/lib/dates';
import { count } from '@/lib/numbers';
import { reviewQueries } from './queries';

const SHOWN = 5;

type Stage = Waiting['stages'][number];

const organisationPath = (orgId: number, tab: string) =>
  `${paths.superUserOrganisation}?org_id=${orgId}&tab=${tab}`;

/** Lists a Super User's pending tasks with links. Renders nothing if there are none. */
export function PendingTasks() {
  const { data, error, refetch } = useQuery(reviewQueries.whatWaits());
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { organisations_without_admin, role_requests, stages, faulty_procedure } = data;
  const parts = [organisations_without_admin, role_requests, stages];
  if (!faulty_procedure && parts.every(({ length }) => length === 0)) return null;
  return (
    <Box component="section" aria-labelledby="what-waits" sx={{ mb: 4 }}>
      <Typography variant="h2" id="what-waits" sx={{ mb: 1.5 }}>
        Waiting for you
      </Typography>
      {faulty_procedure && (
        <Alert
          severity="error"
          sx={{ mb: 2 }}
          action={
            <Button
              component={RouterLink}
              color="inherit"
              to={generatePath(paths.superUserApprovalProcedureOne, {
                approval_id: String(faulty_procedure.approval_procedure_id),
              })}
            >
              Fix it
            </Button>
          }
        >
          No Data Request can be submitted: the default Approval Procedure has faults.
        </Alert>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))',
          alignItems: 'start',
        }}
      >
        <Part title="Stages with no one to decide" rows={stages}>
          {(stage) => <StageLine key={stage.org_role_id} stage={stage} />}
        </Part>
        <Part title="Role requests" rows={role_requests}>
          {({ org_id, name, role_requests }) => (
            <Line
              key={org_id}
              to={organisationPath(org_id, 'requests')}
              text={name}
              more={count(role_requests, 'request')}
            />
          )}
        </Part>
        <Part title="Organisations without an Admin" rows={organisations_without_admin}>
          {({ org_id, name, role_requests }) => (
            <Line
              key={org_id}
              to={organisationPath(org_id, 'users')}
              text={name}
              more={role_requests > 0 ? count(role_requests, 'role request') : undefined}
            />
          )}
        </Part>
      </Box>
    </Box>
  );
}

interface PartProps<Row> {
  title: string;
  rows: readonly Row[];
  children: (row: Row) => ReactNode;
}

function Part<Row>({ title, rows, children }: PartProps<Row>) {
  const [all, setAll] = useState(false);
  if (rows.length === 0) return null;
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 2.5, minWidth: 0 }}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {title} ({rows.length})
      </Typography>
      <PlainList aria-label={title} sx={{ display: 'grid', gap: 1, overflowWrap: 'anywhere' }}>
        {(all ? rows : rows.slice(0, SHOWN)).map(children)}
      </PlainList>
      {!all && rows.length > SHOWN && (
        <Button size="small" sx={{ mt: 1 }} onClick={() => setAll(true)}>
          Show all {rows.length}
        </Button>
      )}
    </Box>
  );
}

function Line({ to, text, more }: { to: string; text: string; more?: string }) {
  return (
    <li>
      <Link component={RouterLink} to={to}>
        {text}
      </Link>
      {more && (
        <Typography variant="body2" color="textSecondary">
          {more}
        </Typography>
      )}
    </li>
  );
}

/**
 * Returns a text that names the people who can help: the Admin of the organisation, or a Super User
 * if it has none.
 */
function advice({ has_admin, is_held }: Stage): string {
  const who = is_held
    ? 'Everyone with this role owns the request or has already decided on it.'
    : 'No one has this role.';
  return has_admin
    ? `${who} Ask the Admin of the organisation to assign it.`
    : `${who} Assign it, or appoint an Admin.`;
}

function StageLine({ stage }: { stage: Stage }) {
  const { role, organisation, org_id, requests, since } = stage;
  const [first] = requests;
  const waiting = `${count(requests.length, 'request')}${since ? ` since ${formatDate(since)}` : ''}`;
  return (
    <li>
      <Link component={RouterLink} to={organisationPath(org_id, 'roles')}>
        {role}, {organisation}
      </Link>
      <Typography variant="body2" color="textSecondary">
        {waiting}
        {first && (
          <>
            {': '}
            <Link
              component={RouterLink}
              to={requestPath(paths.dataRequestPreview, first.request_id)}
            >
              {first.reference}
            </Link>
          </>
        )}
        . {advice(stage)}
      </Typography>
    </li>
  );
}
