import { screen, waitFor } from '@testing-library/react';
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

it('lists what is missing in order, with links to the pages where it is added', async () => {
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
  const lines = await screen.findAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'There is no active ethics committee. Add an ethics committee',
    'There is no published data source. Add or publish a data source',
  ]);
  expect(screen.getByRole('link', { name: 'Add an ethics committee' })).toHaveAttribute(
    'href',
    '/superuser/reference-data?tab=committees',
  );
});

it('announces the completion once, with links to next steps', async () => {
  lacks([{ kind: 'data_source', message: 'There is no source.', page: '/superuser/home' }]);
  const { unmount } = renderPart(<SetupChecklist />);
  await screen.findByRole('listitem');
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
  await screen.findByRole('listitem');
  expect(screen.queryByText(hint)).not.toBeInTheDocument();
  unmount();
  lacks([{ kind: 'assigned_role', ...held }]);
  renderPart(<SetupChecklist />);
  expect(await screen.findByText(hint)).toBeVisible();
});
