import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DataRequest, DatasetVariable, RequestedDataset } from '@/api/models';
import { makeRequestedVariable, makeRole, makeUser, makeVariable } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { editsOf, makeActing, makeRequest } from '@/testing/reviewFactories';
import { answer, answerList, refuse, server, url } from '@/testing/server';

const base = '/requester/myrequests/datasets';
const source = { data_source_id: 3, source: 'Civil Registration', description: 'Births' };
const NOT_ASKED = 'You may edit this section once a reviewer has asked for it.';

let request: DataRequest;
let datasets: RequestedDataset[];
const sent: unknown[] = [];
const asked: URLSearchParams[] = [];

const makeDataset = (rdataset_id: number, changes: Partial<RequestedDataset> = {}) => ({
  rdataset_id,
  request: 11,
  dataset_description: `What dataset ${rdataset_id} holds`,
  data_source: source,
  release_date: null,
  variables_count: 2,
  ...changes,
});

const held = (id: number, name: string): DatasetVariable => ({
  dataset_variable_id: id,
  rdataset: 11,
  is_distinct: false,
  var: makeVariable({ var_id: id - 1000, var_name: name }),
});

const open = (comment: number | null = 5) =>
  makeRequest({
    is_own: true,
    data_source: source,
    acting: makeActing({ edit: editsOf(['dataSource'], comment) }),
    dataset_variables: [makeRequestedVariable({ var_id: 1, var_name: 'birth_date' })],
  });

/** Records the body of a call, and accepts it. */
function agree(method: 'patch' | 'post', call: string, message: string) {
  server.use(
    http[method](url(call), async ({ request: call }) => {
      sent.push(await call.json());
      return answer({ version: 5, rdataset_id: 12, dataset_variables: [] }, { message });
    }),
  );
}

beforeEach(() => {
  sent.length = 0;
  asked.length = 0;
  request = open();
  datasets = [makeDataset(11), makeDataset(12)];
  server.use(
    http.get(url('users/detailuser'), () => answer(null, { user: makeUser() })),
    http.get(url('data_requests'), () => answer(request)),
    http.get(url('data_requests/requested_datasets'), ({ request: call }) => {
      const query = new URL(call.url).searchParams;
      asked.push(query);
      return answerList(
        query.get('sort') === '-rdataset_id' ? datasets.toReversed() : datasets,
        datasets.length,
      );
    }),
    http.get(url('data_requests/dataset_variables'), () =>
      answerList([held(1001, 'birth_date'), held(1002, 'birth_place')], 2),
    ),
    http.get(url('data_dictionary/data_dictionary'), () =>
      answerList(
        [
          makeVariable({ var_id: 1, var_name: 'birth_date' }),
          makeVariable({ var_id: 7, var_name: 'birth_weight' }),
        ],
        2,
      ),
    ),
    http.get(url('data_dictionary/data_sources'), () => answerList([source], 1)),
    http.get(url('data_dictionary/data_sources/3'), () => answer(source)),
  );
  signInAs('Data Requester');
});

describe('the datasets of a request', () => {
  it('are listed below its title, with the newest or the oldest first', async () => {
    const { user } = renderApp(`${base}?request_id=11`);
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Late registration of births' }),
    ).toBeVisible();
    const list = await screen.findByRole('list', { name: 'Requested datasets' });
    const titles = () =>
      within(screen.getByRole('list', { name: 'Requested datasets' }))
        .getAllByRole('heading')
        .map(({ textContent }) => textContent);
    expect(within(list).getByText('What dataset 12 holds')).toBeVisible();
    expect(titles()).toEqual(['Dataset 12: Civil Registration', 'Dataset 11: Civil Registration']);
    await user.click(screen.getByRole('combobox', { name: 'Order' }));
    await user.click(await screen.findByRole('option', { name: 'Old to New' }));
    await waitFor(() => expect(titles()[0]).toBe('Dataset 11: Civil Registration'));
    expect(asked.some((query) => query.get('page_size') === '5')).toBe(true);
    expect(screen.getByRole('link', { name: 'View variables: Dataset 11' })).toHaveAttribute(
      'href',
      `${base}/viewvariables?request_id=11&rdataset_id=11`,
    );
  });

  it.each(['abc', '-1', '0'])(
    'are not those of the last opened request if the id in the address is %s',
    async (wrong) => {
      const { unmount } = renderApp(`${base}?request_id=11`);
      await screen.findByRole('list', { name: 'Requested datasets' });
      unmount();
      renderApp(`${base}?request_id=${wrong}`);
      expect(await screen.findByText('No Data requests found')).toBeVisible();
      expect(screen.queryByRole('list', { name: 'Requested datasets' })).toBeNull();
    },
  );

  it('are read-only if the server does not allow edits', async () => {
    request = makeRequest({ is_own: true, acting: makeActing({ edit: editsOf([]) }) });
    renderApp(`${base}?request_id=11`);
    expect(await screen.findByText(NOT_ASKED)).toBeVisible();
    await screen.findByRole('list', { name: 'Requested datasets' });
    expect(screen.queryByRole('button', { name: 'Create Dataset' })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Add variables/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  });

  it('can be created with a description', async () => {
    agree('post', 'data_requests/create_requested_datasets', 'Dataset Successfully Created.');
    const { user } = renderApp(`${base}?request_id=11`);
    await user.click(await screen.findByRole('button', { name: 'Create Dataset' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Dataset' }));
    const create = dialog.getByRole('button', { name: 'Create Dataset' });
    await user.click(create);
    expect(dialog.getByText('Please enter the Dataset Description')).toBeVisible();
    expect(sent).toEqual([]);
    await user.type(dialog.getByRole('textbox', { name: 'Dataset Description' }), 'Deaths');
    await user.click(create);
    expect(await screen.findByText('Dataset Successfully Created.')).toBeVisible();
    expect(sent).toEqual([
      {
        request: 11,
        dataset_description: 'Deaths',
        data_source: 3,
        comment_id: 5,
        version: 4,
        resolve: false,
      },
    ]);
  });

  it('show why a dataset was not created', async () => {
    const message =
      'This data source is in the custody of another organisation. Recall the request and resubmit it.';
    server.use(
      http.post(url('data_requests/create_requested_datasets'), () => refuse(409, message)),
    );
    const { user } = renderApp(`${base}?request_id=11`);
    await user.click(await screen.findByRole('button', { name: 'Create Dataset' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Dataset' }));
    await user.type(dialog.getByRole('textbox', { name: 'Dataset Description' }), 'Deaths');
    await user.click(dialog.getByRole('button', { name: 'Create Dataset' }));
    expect(await dialog.findByText(message)).toBeVisible();
    expect(await screen.findByText('Data Request Creation Unsuccessful')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Dataset Description' })).toHaveValue('Deaths');
  });
});

describe('the variables of a dataset', () => {
  it('can be added from those of its source that are not in the dataset', async () => {
    agree('post', 'data_requests/dataset_variables', 'Dataset Variables Successfully Added.');
    const { user } = renderApp(`${base}/addvariables?request_id=11&rdataset_id=11`);
    const grid = await screen.findByRole('table', { name: 'Variables to add' });
    expect(await within(grid).findByText('In the dataset')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add variables' }));
    expect(await screen.findByText('No Variables have been selected.')).toBeVisible();
    const row = (await within(grid).findByText('birth_weight')).closest('[role="row"]');
    await user.click(within(row as HTMLElement).getByRole('checkbox'));
    await user.click(await screen.findByRole('button', { name: 'Add 1 variable' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add 1 variable' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Distinct values only' }));
    await user.click(dialog.getByRole('button', { name: 'Add and mark as resolved' }));
    expect(await screen.findByText('Dataset Variables Successfully Added.')).toBeVisible();
    expect(sent).toEqual([
      { rdataset: 11, var: [7], is_distinct: true, comment_id: 5, version: 4, resolve: true },
    ]);
    expect(await screen.findByRole('button', { name: 'Add variables' })).toBeVisible();
  });

  it('can be removed together', async () => {
    agree(
      'post',
      'data_requests/dataset_variables/remove',
      'Dataset Variables Successfully Removed.',
    );
    const { user } = renderApp(`${base}/viewvariables?request_id=11&rdataset_id=11`);
    const grid = await screen.findByRole('table', { name: 'Dataset variables' });
    for (const name of ['birth_date', 'birth_place']) {
      const row = (await within(grid).findByText(name)).closest('[role="row"]');
      await user.click(within(row as HTMLElement).getByRole('checkbox', { name: /select|row/i }));
    }
    await user.click(await screen.findByRole('button', { name: 'Remove 2 variables' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove 2 variables?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove 2 variables' }));
    expect(await screen.findByText('Dataset Variables Successfully Removed.')).toBeVisible();
    expect(sent).toEqual([
      { rdataset: 11, dataset_variables: [1001, 1002], comment_id: 5, version: 4, resolve: false },
    ]);
  });

  it('can be limited to distinct values by a switch', async () => {
    agree(
      'patch',
      'data_requests/patch/dataset_variable/1002',
      'You have successfully updated your Dataset Variable',
    );
    const { user } = renderApp(`${base}/viewvariables?request_id=11&rdataset_id=11`);
    await user.click(
      await screen.findByRole('switch', { name: 'Distinct values only: birth_place' }),
    );
    expect(
      await screen.findByText('You have successfully updated your Dataset Variable'),
    ).toBeVisible();
    expect(sent).toEqual([{ is_distinct: true, comment_id: 5, version: 4, resolve: false }]);
  });

  it('are read-only if the server does not allow edits', async () => {
    request = makeRequest({ is_own: true, acting: makeActing({ edit: editsOf([]) }) });
    renderApp(`${base}/viewvariables?request_id=11&rdataset_id=11`);
    expect(await screen.findByText('birth_place')).toBeVisible();
    expect(screen.getByText(NOT_ASKED)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    expect(screen.queryByRole('switch')).toBeNull();
  });
});

it('lets a Super User edit the datasets of a denied request, and leads back to its review', async () => {
  const superUser = makeUser({ assigned_roles: [makeRole('Super User')] });
  server.use(
    http.get(url('users/detailuser'), () => answer(null, { user: superUser })),
    http.get(url('data_requests/statecomment/list/:id'), () => answer([])),
  );
  signInAs('Super User');
  request = makeRequest({
    ...open(null),
    status: 'Denied',
    is_own: false,
    requested_datasets: [],
  });
  const { user } = renderApp('/datarequest?request_id=11');
  await user.click(await screen.findByRole('button', { name: 'Open all sections' }));
  await user.click(await screen.findByRole('link', { name: 'Datasets and their variables' }));
  expect(await screen.findByRole('button', { name: 'Create Dataset' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Add variables: Dataset 11' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Back' }));
  expect(await screen.findByRole('button', { name: 'Close all sections' })).toBeVisible();
});

it('reports a missing request', async () => {
  server.use(
    http.get(url('data_requests'), () => refuse(404, 'This Data Request does not exist.')),
    http.get(url('data_requests/requested_datasets'), () =>
      refuse(404, 'This Data Request does not exist.'),
    ),
  );
  renderApp(`${base}?request_id=99`);
  expect(await screen.findByText('No Data requests found')).toBeVisible();
});
