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
import { TodoLine, TodoList } from '@/ui/TodoList';
import { formatDate } from '@/lib/dates';
import { count } from '@/lib/numbers';
import { reviewQueries } from './queries';

const SHOWN = 5;

/** Role requests of an organisation that have a line each. */
const NAMED = 5;

type Stage = Waiting['stages'][number];
type RoleRequests = Waiting['role_requests'][number];

const organisationPath = (orgId: number, query: string) =>
  `${paths.superUserOrganisation}?org_id=${orgId}&${query}`;

/** Lists a Super User's tasks, most urgent first. Renders nothing if there are none. */
export function PendingTasks() {
  const { data, error, refetch } = useQuery(reviewQueries.whatWaits());
  const [all, setAll] = useState(false);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const tasks = tasksOf(data);
  if (tasks.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="to-do" sx={{ mb: 4 }}>
      <Typography variant="h2" id="to-do" sx={{ mb: 1.5 }}>
        To do ({tasks.length})
      </Typography>
      <TodoList label="To do">{all ? tasks : tasks.slice(0, SHOWN)}</TodoList>
      {!all && tasks.length > SHOWN && (
        <Button size="small" sx={{ mt: 1 }} onClick={() => setAll(true)}>
          Show all {tasks.length}
        </Button>
      )}
    </Box>
  );
}

function tasksOf(waiting: Waiting): ReactNode[] {
  const { organisations_without_admin, role_requests, stages, faulty_procedure } = waiting;
  return [
    faulty_procedure && (
      <TodoLine
        key="procedure"
        title="The default Approval Procedure has faults"
        more="No Data Request can be submitted."
        action="Fix it"
        about="default Approval Procedure"
        to={generatePath(paths.superUserApprovalProcedureOne, {
          approval_id: String(faulty_procedure.approval_procedure_id),
        })}
        urgent
      />
    ),
    ...stages.map((stage) => <StuckStage key={`stage ${stage.org_role_id}`} stage={stage} />),
    ...role_requests.flatMap(roleRequestLines),
    ...organisations_without_admin.map(({ org_id, name, role_requests: number }) => (
      <TodoLine
        key={`admin ${org_id}`}
        title={`${name} has no Admin`}
        more={number > 0 && `You decide its ${count(number, 'role request')}.`}
        action="Appoint Admin"
        about={name}
        to={`${paths.superUserOrganisation}?appoint=${org_id}`}
      />
    )),
    ...waiting.sources_without_custodian.map(({ data_source_id, source }) => (
      <TodoLine
        key={`source ${data_source_id}`}
        title={`${source} has no data custodian`}
        more="The provider organisation decides on its requests."
        action="Add Data Custodian"
        about={source}
        to={`${paths.superUserDataDictionary}?tab=custodians&of=${data_source_id}`}
      />
    )),
  ].filter(Boolean);
}

function roleRequestLines({ org_id, name, requests }: RoleRequests): ReactNode[] {
  const others = requests.length - NAMED;
  return [
    ...requests
      .slice(0, NAMED)
      .map(({ assigned_role_id, person, role }) => (
        <TodoLine
          key={`request ${assigned_role_id}`}
          title={`${person} requests the role ${role}`}
          more={name}
          action="Decide"
          about={`${role} for ${person}`}
          to={organisationPath(org_id, `tab=requests&assigned_role_id=${assigned_role_id}`)}
        />
      )),
    others > 0 && (
      <TodoLine
        key={`requests ${org_id}`}
        title={count(others, 'more role request')}
        more={name}
        action="See role requests"
        about={name}
        to={organisationPath(org_id, 'tab=requests')}
      />
    ),
  ];
}

/**
 * A stage at which no one can decide. Links to the Admins of its organisation; without an Admin, to
 * the assignment of the role by the reader.
 */
function StuckStage({ stage }: { stage: Stage }) {
  const { role, organisation, sources, org_id, org_role_id, has_admin } = stage;
  return (
    <TodoLine
      title={`No ${role} can decide for ${sources.join(', ') || organisation}`}
      more={<StuckRequests stage={stage} />}
      action={has_admin ? 'See its Admins' : 'Assign Role'}
      about={`${role}, ${organisation}`}
      to={organisationPath(
        org_id,
        has_admin ? 'tab=roles&search=Admin' : `tab=roles&assign=${org_role_id}`,
      )}
      urgent
    />
  );
}

/** Describes the stuck requests, and who can help. */
function StuckRequests({ stage }: { stage: Stage }) {
  const { organisation, requests, since, is_held, has_admin } = stage;
  const [first] = requests;
  const waiting = `${count(requests.length, 'request')}${since ? ` since ${formatDate(since)}` : ''}`;
  return (
    <>
      {organisation} · {waiting}
      {first && (
        <>
          {': '}
          <Link component={RouterLink} to={requestPath(paths.dataRequestPreview, first.request_id)}>
            {first.reference}
          </Link>
        </>
      )}
      .{' '}
      {is_held
        ? 'Everyone with this role owns the request or has already decided on it.'
        : 'No one has this role.'}{' '}
      {has_admin
        ? 'Ask the Admin of the organisation to assign it.'
        : 'Assign it, or appoint an Admin.'}
    </>
  );
}
