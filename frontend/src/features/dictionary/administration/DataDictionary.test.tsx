import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { CustodianRecord, SourceRecord, TopicRecord, VersionRecord } from '@/api/models';
import { session } from '@/api/session';
import { renderPart, signInAs } from '@/testing/render';
import { chooseRowAction } from '@/testing/rows';
import { makeOffer } from '@/testing/roleFactories';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import DataDictionaryPage from './DataDictionaryPage';

const births: SourceRecord = {
  data_source_id: 4,
  source: 'Birth Register',
  description: 'Births and twins',
  db_type: 'Relational',
  dbms: 'MySQL',
  db_host: 'db.births.example',
  db_username: null,
  has_db_password: true,
  has_aggregate_data: false,
  publish: true,
  row_version: 1,
};
const claims: SourceRecord = {
  ...births,
  data_source_id: 5,
  source: 'Claims',
  has_db_password: false,
  publish: false,
};
const custodian: CustodianRecord = {
  custodian_id: 8,
  data_source: 4,
  source_name: 'Birth Register',
  org_role: 13,
  organisation: 'Lake Clinic',
  role_name: 'Data Custodian',
  broker: true,
  row_version: 1,
};
const version: VersionRecord = {
  version_id: 3,
  data_source: 4,
  source: 'Birth Register',
  date_created: '2026-01-05T08:30:00Z',
  message: 'Weights are in grams',
  committer: 'Naledi Okafor',
  commited_by: 1,
  row_version: 1,
};
const topic: TopicRecord = {
  topic_id: 6,
  topic: 'Maternal health',
  description: 'Mothers and their children',
  active: 0,
  date_added: '2026-01-05T08:30:00Z',
  tables_count: 0,
  row_version: 1,
};

const sent: unknown[] = [];

/** Accepts and records every body that is sent to this path. */
function take(method: 'post' | 'put', path: string, status: number, message: string) {
  return http[method](url(path), async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json({ code: status, message, data: {} }, { status });
  });
}

beforeEach(() => {
  sent.length = 0;
  signInAs('Super User');
  server.use(
    http.get(url('data_dictionary/data_source'), () => answerList([births, claims])),
    http.get(url('data_dictionary/data_custodian'), () => answerList([custodian])),
    http.get(url('data_dictionary/version'), () => answerList([version])),
    http.get(url('data_dictionary/topics'), () => answerList([topic])),
    http.get(url('users/org_roles'), () =>
      answerList([
        makeOffer('Data Custodian', { organisation: 'Lake Clinic' }),
        makeOffer('Data Officer', { organisation: 'Closed Clinic', status: false }),
      ]),
    ),
  );
});

const show = (tab = '') =>
  renderPart(<DataDictionaryPage />, `/superuser/data_dictionary${tab && `?tab=${tab}`}`);

/** Fills a field by pasting, because typing is slow. */
async function fill(user: ReturnType<typeof show>['user'], field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
}

/** Opens the dialog of a button, and returns it with its submit button. */
async function open(user: ReturnType<typeof show>['user'], button: string, submit: string) {
  await user.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog'));
  return { dialog, submit: dialog.getByRole('button', { name: submit }) };
}

it('adds a data source once all required fields are filled in', async () => {
  server.use(take('post', 'data_dictionary/data_source', 201, 'Successfully created data source.'));
  const { user } = show();
  const { dialog, submit } = await open(user, 'Add Data Source', 'Add Data Source');
  await user.click(submit);
  for (const message of [
    'Source is required',
    'Description is required',
    'Database Type is required',
    'Database Management System is required',
  ]) {
    expect(dialog.getByText(message)).toBeVisible();
  }
  await fill(user, dialog.getByRole('textbox', { name: 'Source' }), 'Deaths');
  await fill(user, dialog.getByRole('textbox', { name: 'Description' }), 'Causes, too');
  await user.click(dialog.getByRole('combobox', { name: 'Database Type' }));
  await user.click(await screen.findByRole('option', { name: 'Document/JSON' }));
  await fill(user, dialog.getByRole('textbox', { name: 'Database Management System' }), 'MongoDB');
  await fill(user, dialog.getByLabelText('Password'), 'Quiet-River-7!');
  await user.click(dialog.getByRole('combobox', { name: 'Publish' }));
  await user.click(await screen.findByRole('option', { name: 'Yes' }));
  await user.click(submit);
  expect(await screen.findByText('Successfully created data source.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toEqual([
    {
      source: 'Deaths',
      description: 'Causes, too',
      db_type: 'Document/JSON',
      dbms: 'MongoDB',
      db_host: '',
      db_username: '',
      db_password: 'Quiet-River-7!',
      has_aggregate_data: false,
      publish: true,
    },
  ]);
});

it('keeps the stored password unless it is removed', async () => {
  server.use(
    take('put', 'data_dictionary/data_source/4', 200, 'Successfully updated data source.'),
  );
  const { user } = show();
  const edit = () => open(user, 'Edit the data source Birth Register', 'Save Data Source');
  let { dialog, submit } = await edit();
  expect(dialog.getByText('A password is stored. Leave this empty to keep it.')).toBeVisible();
  await user.click(submit);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent[0]).not.toHaveProperty('db_password');
  expect(sent[0]).toMatchObject({ source: 'Birth Register', db_host: 'db.births.example' });
  ({ dialog, submit } = await edit());
  await user.click(dialog.getByRole('checkbox', { name: 'Remove the stored password' }));
  await user.click(submit);
  await waitFor(() => expect(sent[1]).toMatchObject({ db_password: '' }));
});

it('keeps the typed values when the server refuses, and shows the error at the field', async () => {
  server.use(
    http.put(url('data_dictionary/data_source/4'), () =>
      refuse(400, 'Source must not be longer than 255 characters.', {
        errors: { source: ['Source must not be longer than 255 characters.'] },
      }),
    ),
  );
  const { user } = show();
  const { dialog, submit } = await open(
    user,
    'Edit the data source Birth Register',
    'Save Data Source',
  );
  const name = dialog.getByRole('textbox', { name: 'Source' });
  await user.clear(name);
  await user.paste('Long');
  await user.click(submit);
  const told = await dialog.findByText('Source must not be longer than 255 characters.');
  expect(name).toHaveValue('Long');
  await user.type(name, 'er');
  expect(told).not.toBeInTheDocument();
  server.use(
    http.put(url('data_dictionary/data_source/4'), () =>
      refuse(409, 'There is already a data source with this name.'),
    ),
  );
  await user.click(submit);
  expect(await dialog.findByText('There is already a data source with this name.')).toBeVisible();
  expect(name).toHaveValue('Longer');
});

it('links to the tables of a data source, published or not', async () => {
  show();
  for (const [source, id] of [
    ['Birth Register', 4],
    ['Claims', 5],
  ]) {
    const eye = await screen.findByRole('link', {
      name: `Show the tables of the data source ${source}`,
    });
    expect(eye).toHaveAttribute('href', `/superuser/data_dictionary/tables/${id}`);
  }
});

it('shows the reason why a data source cannot be deleted', async () => {
  const reason = 'This data source cannot be deleted: 2 tables refer to it.';
  server.use(http.delete(url('data_dictionary/data_source/4'), () => refuse(409, reason)));
  const { user } = show();
  await chooseRowAction(user, 'the data source Birth Register', 'Delete');
  const dialog = within(await screen.findByRole('dialog'));
  const submit = dialog.getByRole('button', { name: 'Delete this data source' });
  await user.click(submit);
  expect(await dialog.findByText(reason)).toBeVisible();
  server.use(
    http.delete(
      url('data_dictionary/data_source/4'),
      () => new HttpResponse(null, { status: 204 }),
    ),
  );
  await user.click(submit);
  expect(await screen.findByText('The data source “Birth Register” is deleted.')).toBeVisible();
});

it('adds a custodian to a data source, who is not a broker by default', async () => {
  server.use(
    take('post', 'data_dictionary/data_custodian', 201, 'Successfully created a data custodian'),
  );
  const { user } = show('custodians');
  const { dialog, submit } = await open(user, 'Add Data Custodian', 'Add Data Custodian');
  await user.click(submit);
  // The message appears at the field and as a toast.
  expect(await screen.findAllByText('Please select the Data Source Name.')).toHaveLength(2);
  expect(dialog.getByText('Please select the Organisation Role.')).toBeVisible();
  await user.click(dialog.getByRole('combobox', { name: 'Data Source' }));
  await user.click(await screen.findByRole('option', { name: 'Claims' }));
  await user.click(dialog.getByRole('combobox', { name: 'Organisation Role' }));
  expect(await screen.findAllByRole('option')).toHaveLength(1);
  await user.click(screen.getByRole('option', { name: 'Lake Clinic - Data Custodian' }));
  await user.click(submit);
  expect(await screen.findByText('Successfully created a data custodian')).toBeVisible();
  expect(sent).toEqual([{ data_source: 5, org_role: 13, broker: false }]);
});

it('opens the dialogs for the data source of a link', async () => {
  server.use(
    http.get(url('data_dictionary/data_source/5'), () => answer(claims)),
    take('post', 'data_dictionary/data_custodian', 201, 'Successfully created a data custodian'),
  );
  const edit = show('sources&of=5');
  expect(await screen.findByRole('dialog', { name: 'Edit Claims' })).toBeVisible();
  edit.unmount();
  const version = show('versions&of=5');
  const added = within(await screen.findByRole('dialog', { name: 'Add Data Source Version' }));
  expect(added.getByRole('combobox', { name: 'Data Source' })).toHaveValue('Claims');
  version.unmount();

  const { user } = show('custodians&of=5');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Data Custodian' }));
  expect(dialog.getByRole('combobox', { name: 'Data Source' })).toHaveValue('Claims');
  await user.click(dialog.getByRole('combobox', { name: 'Organisation Role' }));
  await user.click(await screen.findByRole('option', { name: 'Lake Clinic - Data Custodian' }));
  await user.click(dialog.getByRole('button', { name: 'Add Data Custodian' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toEqual([{ data_source: 5, org_role: 13, broker: false }]);
  expect(screen.getByTestId('location')).toHaveTextContent(
    '/superuser/data_dictionary?tab=custodians',
  );
});

it('changes a custodian from a broker to none', async () => {
  server.use(take('put', 'data_dictionary/data_custodian/8', 200, 'Saved'));
  const { user } = show('custodians');
  const { dialog, submit } = await open(
    user,
    'Edit the data custodian Lake Clinic of Birth Register',
    'Save Data Custodian',
  );
  expect(dialog.getByRole('combobox', { name: 'Organisation Role' })).toHaveValue(
    'Lake Clinic - Data Custodian',
  );
  await user.click(dialog.getByRole('combobox', { name: 'Is A Broker' }));
  await user.click(await screen.findByRole('option', { name: 'No' }));
  await user.click(submit);
  await waitFor(() =>
    expect(sent).toEqual([{ data_source: 4, org_role: 13, broker: false, row_version: 1 }]),
  );
});

it('commits a version in the current role', async () => {
  server.use(take('post', 'data_dictionary/version', 200, 'Saved'));
  const { user } = show('versions');
  expect(await screen.findByText('05 January 2026')).toBeVisible();
  const { dialog, submit } = await open(user, 'Add Data Source Version', 'Add Data Source Version');
  await user.click(submit);
  expect(dialog.getByText('Data Source is required')).toBeVisible();
  expect(dialog.getByText('Message is required')).toBeVisible();
  await user.click(dialog.getByRole('combobox', { name: 'Data Source' }));
  await user.click(await screen.findByRole('option', { name: 'Birth Register' }));
  await fill(user, dialog.getByRole('textbox', { name: 'Message' }), 'Lengths, too');
  await user.click(submit);
  const commited_by = session.get()?.role?.assigned_role_id;
  await waitFor(() =>
    expect(sent).toEqual([{ data_source: 4, message: 'Lengths, too', commited_by }]),
  );
});

it('adds a topic, and shows the range of topics on the page', async () => {
  server.use(take('post', 'data_dictionary/topics/create', 201, 'Saved'));
  const { user } = show('topics');
  expect(await screen.findByText('Showing 1 to 1 of 1')).toBeVisible();
  expect(screen.getByText('Not active')).toBeVisible();
  const { dialog, submit } = await open(user, 'Add Topic', 'Add Topic');
  await user.click(submit);
  expect(await screen.findAllByText('Please enter the Topic Name.')).toHaveLength(2);
  expect(dialog.getByText('Please enter the Description.')).toBeVisible();
  await fill(user, dialog.getByRole('textbox', { name: 'Topic' }), 'Births');
  await fill(user, dialog.getByRole('textbox', { name: 'Description' }), 'All of them');
  await user.click(submit);
  await waitFor(() =>
    expect(sent).toEqual([{ topic: 'Births', description: 'All of them', active: 1 }]),
  );
});

it('shows the text of the specification for an empty list, and has a separate list on each tab', async () => {
  server.use(http.get(url('data_dictionary/topics'), () => answerList([])));
  const { user } = show();
  await user.type(await screen.findByLabelText('Keyword Search'), 'births{Enter}');
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('?search=births'));
  await user.click(screen.getByRole('tab', { name: 'Topic' }));
  expect(await screen.findByText('No Topics found')).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent(/\?tab=topics$/);
});
