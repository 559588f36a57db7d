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

it('links to organisations, role requests, stages and the procedure', async () => {
  const clinic = { org_id: 7, name: 'Harbour Clinic Group', role_requests: 2 };
  waits({
    organisations_without_admin: [clinic],
    role_requests: [clinic],
    stages: [
      {
        org_role_id: 18,
        role: 'Data Officer',
        org_id: 3,
        organisation: 'Statistics Office',
        has_admin: true,
        is_held: false,
        requests: [{ request_id: 11, reference: 'DAC0011' }],
        since: '2026-10-05T08:00:00Z',
      },
    ],
    faulty_procedure: { approval_procedure_id: 5, faults: ['Nobody decides.'] },
  });
  renderPart(<PendingTasks />);
  expect(await screen.findByRole('alert')).toHaveTextContent('No Data Request can be submitted');
  const path = (list: string, name: string) =>
    within(screen.getByRole('list', { name: list }))
      .getByRole('link', { name })
      .getAttribute('href');
  expect(screen.getByRole('link', { name: 'Fix it' })).toHaveAttribute(
    'href',
    '/superuser/approval_procedure/5',
  );
  expect(path('Organisations without an Admin', 'Harbour Clinic Group')).toBe(
    '/superuser/organisation?org_id=7&tab=users',
  );
  expect(path('Role requests', 'Harbour Clinic Group')).toBe(
    '/superuser/organisation?org_id=7&tab=requests',
  );
  const stages = 'Stages with no one to decide';
  expect(path(stages, 'Data Officer, Statistics Office')).toBe(
    '/superuser/organisation?org_id=3&tab=roles',
  );
  expect(path(stages, 'DAC0011')).toBe('/datarequest/preview?request_id=11');
  expect(screen.getByRole('list', { name: stages })).toHaveTextContent(
    /1 request since .*2026.*No one has this role. Ask the Admin of the organisation to assign it/,
  );
});

it('shows the first of many tasks, and all on request', async () => {
  const many = Array.from({ length: 8 }, (_, index) => ({
    org_id: index + 1,
    name: `Clinic ${index + 1}`,
    role_requests: 0,
  }));
  waits({ organisations_without_admin: many });
  const { user } = renderPart(<PendingTasks />);
  const list = await screen.findByRole('list', { name: 'Organisations without an Admin' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Show all 8' }));
  expect(within(list).getAllByRole('listitem')).toHaveLength(8);
});
