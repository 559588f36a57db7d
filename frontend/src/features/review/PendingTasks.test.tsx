import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { WhatWaits as Waiting } from '@/api/models';
import { renderPart, signInAs } from '@/testing/render';
import { answer, server, url } from '@/testing/server';
import { PendingTasks } from './PendingTasks';

const nothing: Waiting = {
  organisations_without_admin: [],
  role_requests: [],
  stages: [],
  sources_without_custodian: [],
  faulty_procedure: null,
};

const asked: number[] = [];

function waits(changes: Partial<Waiting>) {
  server.use(
    http.get(url('users/what-waits'), () => {
      asked.push(1);
      return answer({ ...nothing, ...changes });
    }),
  );
}

beforeEach(() => {
  asked.length = 0;
  signInAs('Super User');
});

it('shows nothing if nothing waits', async () => {
  waits({});
  renderPart(<PendingTasks />);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

const stage: Waiting['stages'][number] = {
  org_role_id: 18,
  role: 'Data Officer',
  org_id: 3,
  organisation: 'Statistics Office',
  has_admin: true,
  is_held: false,
  requests: [{ request_id: 11, reference: 'DAC0011' }],
  sources: ['Twin Register', 'Health Facility Reporting'],
  since: '2026-10-05T08:00:00Z',
};

/** The accessible name and the path of the button of each line. */
const buttons = (lines: readonly HTMLElement[]) =>
  lines.map((line) => {
    const button = within(line).getAllByRole('link').at(-1);
    return [button?.getAttribute('aria-label'), button?.getAttribute('href')];
  });

it('names each task, and leads to its form', async () => {
  waits({
    organisations_without_admin: [{ org_id: 7, name: 'Harbour Clinic Group', role_requests: 1 }],
    role_requests: [
      {
        org_id: 7,
        name: 'Harbour Clinic Group',
        requests: [{ assigned_role_id: 31, person: 'Naledi Okafor', role: 'Data Custodian' }],
      },
    ],
    stages: [stage, { ...stage, org_role_id: 19, org_id: 7, has_admin: false, is_held: true }],
    sources_without_custodian: [{ data_source_id: 4, source: 'Twin Register' }],
    faulty_procedure: { approval_procedure_id: 5, faults: ['Nobody decides.'] },
  });
  const { user } = renderPart(<PendingTasks />);
  expect(await screen.findByRole('heading', { name: 'To do (6)' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all 6' }));
  const list = screen.getByRole('list', { name: 'To do' });
  const lines = within(list).getAllByRole('listitem');
  expect(buttons(lines)).toEqual([
    ['Fix it: default Approval Procedure', '/superuser/approval_procedure/5'],
    [
      'See its Admins: Data Officer, Statistics Office',
      '/superuser/organisation?org_id=3&tab=roles&search=Admin',
    ],
    [
      'Assign Role: Data Officer, Statistics Office',
      '/superuser/organisation?org_id=7&tab=roles&assign=19',
    ],
    [
      'Decide: Data Custodian for Naledi Okafor',
      '/superuser/organisation?org_id=7&tab=requests&assigned_role_id=31',
    ],
    ['Appoint Admin: Harbour Clinic Group', '/superuser/organisation?appoint=7'],
    ['Add Data Custodian: Twin Register', '/superuser/data_dictionary?tab=custodians&of=4'],
  ]);
  expect(lines[0]).toHaveTextContent('No Data Request can be submitted');
  expect(lines[1]).toHaveTextContent(
    /^No Data Officer can decide for Twin Register, Health Facility Reporting/,
  );
  expect(lines[1]).toHaveTextContent(
    /Statistics Office · 1 request since .*2026: DAC0011. No one has this role. Ask the Admin/,
  );
  expect(within(lines[1]!).getByRole('link', { name: 'DAC0011' })).toHaveAttribute(
    'href',
    '/datarequest/preview?request_id=11',
  );
  expect(lines[2]).toHaveTextContent(/has already decided on it. Assign it, or appoint an Admin/);
});

it('names five role requests of an organisation, and counts the others', async () => {
  const requests = Array.from({ length: 8 }, (_, index) => ({
    assigned_role_id: index + 1,
    person: `Amina Okello ${index + 1}`,
    role: 'Data Requester',
  }));
  waits({ role_requests: [{ org_id: 6, name: 'Data Requester', requests }] });
  const { user } = renderPart(<PendingTasks />);
  await user.click(await screen.findByRole('button', { name: 'Show all 6' }));
  const lines = within(screen.getByRole('list', { name: 'To do' })).getAllByRole('listitem');
  expect(lines.at(-1)).toHaveTextContent('3 more role requests');
  expect(buttons(lines).at(-1)).toEqual([
    'See role requests: Data Requester',
    '/superuser/organisation?org_id=6&tab=requests',
  ]);
});

it('shows the first of many tasks, and all on request', async () => {
  const many = Array.from({ length: 8 }, (_, index) => ({
    org_id: index + 1,
    name: `Clinic ${index + 1}`,
    role_requests: 0,
  }));
  waits({ organisations_without_admin: many });
  const { user } = renderPart(<PendingTasks />);
  const list = await screen.findByRole('list', { name: 'To do' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Show all 8' }));
  expect(within(list).getAllByRole('listitem')).toHaveLength(8);
});
