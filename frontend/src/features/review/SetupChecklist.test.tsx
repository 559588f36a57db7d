import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { MissingForFirstRequest } from '@/api/models';
import { renderPart, signInAs } from '@/testing/render';
import { answer, server, url } from '@/testing/server';
import { SetupChecklist } from './SetupChecklist';

const asked: number[] = [];

function lacks(missing: MissingForFirstRequest[]) {
  server.use(
    http.get(url('reference_data/first_request'), () => {
      asked.push(1);
      return answer({ missing });
    }),
  );
}

beforeEach(() => {
  asked.length = 0;
  signInAs('Super User');
});

it('shows nothing if nothing was ever missing', async () => {
  lacks([]);
  renderPart(<SetupChecklist />);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
});

it('lists the steps in order, and links to the pages of those that are left', async () => {
  lacks([
    {
      kind: 'ethics_committee',
      message: 'There is no active ethics committee.',
      page: '/superuser/reference-data?tab=committees',
    },
    {
      kind: 'data_source',
      message: 'There is no published data source.',
      page: '/superuser/data_dictionary',
    },
  ]);
  renderPart(<SetupChecklist />);
  const list = await screen.findByRole('list', { name: 'Before Data Requests can be made' });
  const lines = within(list).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Add an ethics committeeThere is no active ethics committee. Add an ethics committee',
    'Add an equipment type: done',
    'Publish a data source with its tablesThere is no published data source. Add or publish a data source',
    'Choose the approval procedure: done',
    'Find someone to decide at each stage: done',
  ]);
  expect(screen.getByText(/^3 of 5 steps are done/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add an ethics committee' })).toHaveAttribute(
    'href',
    '/superuser/reference-data?tab=committees',
  );
});

it('shows the roles of the stages as one step, which needs a procedure', async () => {
  const roles = ['Data Officer', 'Data Custodian'].map((role) => ({
    kind: 'assigned_role',
    message: `No one has the role ${role} for the data of Harbour Clinics.`,
    page: '/superuser/organisation',
  }));
  lacks(roles);
  const { unmount } = renderPart(<SetupChecklist />);
  const list = await screen.findByRole('list', { name: 'Before Data Requests can be made' });
  expect(list.children).toHaveLength(5);
  const inner = screen.getByRole('list', { name: 'Find someone to decide at each stage' });
  expect(within(inner).getAllByRole('listitem')).toHaveLength(2);
  unmount();
  const procedure = { kind: 'approval_procedure', message: 'There is none.', page: '/superuser/a' };
  lacks([procedure]);
  renderPart(<SetupChecklist />);
  expect(await screen.findByText(/^3 of 5 steps are done/)).toBeVisible();
});

it('announces the completion once, with links to next steps', async () => {
  lacks([{ kind: 'data_source', message: 'There is no source.', page: '/superuser/home' }]);
  const { unmount } = renderPart(<SetupChecklist />);
  await screen.findByText(/^There is no source/);
  unmount();
  lacks([]);
  const { user, unmount: leave } = renderPart(<SetupChecklist />);
  expect(await screen.findByText('Data Requests can be made now')).toBeVisible();
  expect(screen.getByRole('link', { name: 'try the approval procedure' })).toHaveAttribute(
    'href',
    '/superuser/approval_procedure',
  );
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Data Requests can be made now')).not.toBeInTheDocument();
  leave();
  renderPart(<SetupChecklist />);
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(screen.queryByText('Data Requests can be made now')).not.toBeInTheDocument();
});

it('explains how people get roles without holders', async () => {
  const hint = /^People first choose Sign Up on the/;
  const held = { message: 'No one has the role Data Officer.', page: '/superuser/organisation' };
  lacks([{ kind: 'organisation_role', ...held }]);
  const { unmount } = renderPart(<SetupChecklist />);
  await screen.findByText(/^No one has the role Data Officer/);
  expect(screen.queryByText(hint)).not.toBeInTheDocument();
  unmount();
  lacks([{ kind: 'assigned_role', ...held }]);
  renderPart(<SetupChecklist />);
  expect(await screen.findByText(hint)).toBeVisible();
});
