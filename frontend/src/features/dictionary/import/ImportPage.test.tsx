import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import type { DictionaryImport, ImportPreview } from '@/api/models';
import { readFormCopy } from '@/lib/localCopies';
import { makeUser } from '@/testing/factories';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import ImportPage from './ImportPage';

const preview: ImportPreview = {
  source: 'Birth Register',
  data_source: 5,
  tables: { read: 2, added: 1, altered: 0, refused: 0 },
  variables: { read: 1200, added: 0, altered: 1, refused: 1 },
  unknown: [],
  wrong: [],
  added: [{ file: 'tables', line: 3, name: 'mothers' }],
  altered: [
    {
      file: 'variables',
      line: 1100,
      name: 'births.sex',
      fields: [{ field: 'meaning', before: 'Sex', after: 'Sex at birth' }],
    },
  ],
  refused: [{ file: 'variables', line: 7, text: 'meaning: Meaning is required' }],
  notes: [],
  notes_count: 0,
};
const running: DictionaryImport = {
  import_id: 12,
  source: 'Birth Register',
  data_source: null,
  source_added: false,
  format: 'aditus',
  leave_unknown: false,
  publish: false,
  started_by: 'Sara Okello',
  started_on: '2026-03-01T10:00:00Z',
  ended_on: null,
  state: 'comparing',
  is_cancel_asked: false,
  can_be_cancelled: true,
  tables: { read: 0, added: 0, altered: 0, refused: 0 },
  variables: { read: 0, added: 0, altered: 0, refused: 0 },
  rows_to_store: 0,
  rows_stored: 0,
  message: null,
};

/** The text fields of each call. */
let sent: string[] = [];
/** The options that each call agreed to. */
let agreed: string[][] = [];

beforeEach(() => {
  signInAs('Super User');
  sent = [];
  agreed = [];
  server.use(http.get(url('data_dictionary/import'), () => answerList([])));
});

/** Serves this preview for dry runs, and starts imports. */
function serve(shown: ImportPreview) {
  server.use(
    http.post(url('data_dictionary/import'), async ({ request }) => {
      const body = await request.text();
      const fields = ['source', 'format', 'dry_run'].map(
        (name) => new RegExp(`name="${name}"\\s+(.*?)\\s+--`).exec(body)?.[1] ?? '',
      );
      sent.push(fields.join(' | '));
      agreed.push(
        ['leave_unknown', 'publish'].filter((name) =>
          new RegExp(`name="${name}"\\s+true\\s+--`).test(body),
        ),
      );
      return fields[2] === 'true' ? answer(shown) : answer({ ...running, refused: [], notes: [] });
    }),
  );
}

const show = (path = '/superuser/data_dictionary/import?source=Birth+Register') =>
  renderPart(
    <Routes>
      <Route path="/superuser/data_dictionary/import" element={<ImportPage />} />
      <Route path="/superuser/data_dictionary/import/:import_id" element={<p>Followed</p>} />
    </Routes>,
    path,
  );

const csv = (name: string) => new File(['tbl_name\n'], name, { type: 'text/csv' });
const chooseFiles = async (user: ReturnType<typeof show>['user']) => {
  await user.upload(screen.getByLabelText('Tables *'), csv('tables.csv'));
  await user.upload(screen.getByLabelText('Variables *'), csv('variables.csv'));
};
const previewButton = () => screen.getByRole('button', { name: 'Show what would change' });

it('shows missing fields before it sends anything', async () => {
  serve(preview);
  const { user } = show('/superuser/data_dictionary/import');
  await user.click(previewButton());
  expect(await screen.findByText('Source is required')).toBeVisible();
  expect(screen.getByText('Please choose the file of tables.')).toBeVisible();
  expect(screen.getByText('Please choose the file of variables.')).toBeVisible();
  expect(screen.getByLabelText(/Data Source/)).toHaveFocus();
  expect(sent).toEqual([]);
});

it('shows the changes, and then starts the import', async () => {
  serve(preview);
  const { user } = show();
  await chooseFiles(user);
  await user.click(previewButton());
  const heading = await screen.findByRole('heading', { name: 'What the import would do' });
  expect(heading).toHaveFocus();
  expect(sent).toEqual(['Birth Register | aditus | true']);
  const rows = within(screen.getByRole('table', { name: 'Rows of the files' }));
  expect(rows.getByRole('row', { name: 'Variables 1,200 0 1 1' })).toBeVisible();
  expect(screen.getByText('Variables, line 1,100')).toBeVisible();
  expect(screen.getByText('Sex at birth')).toBeVisible();
  expect(screen.getByText('meaning: Meaning is required')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Import 2 rows' }));
  expect(await screen.findByText('Followed')).toBeVisible();
  expect(sent).toEqual(['Birth Register | aditus | true', 'Birth Register | aditus | false']);
  expect(screen.getByTestId('location')).toHaveTextContent('/superuser/data_dictionary/import/12');
});

it('offers no import of files that are refused as a whole', async () => {
  const text = 'line 1: the first line must name the columns; missing: tbl_name';
  serve({ ...preview, wrong: [{ file: 'tables', text }] });
  const { user } = show();
  await chooseFiles(user);
  await user.click(previewButton());
  expect(await screen.findByText(`File of tables: ${text}`)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
});

it('shows that a data source would be added, or that nothing would change', async () => {
  serve({ ...preview, data_source: null });
  const { user } = show();
  await chooseFiles(user);
  await user.click(previewButton());
  expect(await screen.findByText(/There is no data source called Birth Register/)).toBeVisible();
  const none = { read: 2, added: 0, altered: 0, refused: 0 };
  serve({ ...preview, tables: none, variables: none, added: [], altered: [], refused: [] });
  await user.click(previewButton());
  expect(await screen.findByText(/There is nothing to import/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
});

it('ignores unknown columns after confirmation', async () => {
  const text = 'line 1: 2 columns are not read. Leave them out, or remove them: a, b.';
  const unknown = [{ file: 'variables', columns: ['a', 'b'] }];
  serve({ ...preview, unknown, wrong: [{ file: 'variables', text }] });
  const { user } = show();
  await chooseFiles(user);
  await user.click(previewButton());
  expect(await screen.findByText(`File of variables: ${text}`)).toBeVisible();
  serve({ ...preview, unknown });
  await user.click(screen.getByRole('button', { name: 'Continue without the 2 columns' }));
  expect(await screen.findByText('2 columns ignored')).toBeVisible();
  expect(screen.getByText('File of variables: a, b')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Import 2 rows' }));
  expect(await screen.findByText('Followed')).toBeVisible();
  expect(agreed).toEqual([[], ['leave_unknown'], ['leave_unknown']]);
});

it('publishes a new data source only if that was chosen', async () => {
  serve({ ...preview, data_source: null });
  const { user } = show();
  await chooseFiles(user);
  await user.click(previewButton());
  expect(await screen.findByText(/^Only Super Users see it until you publish it/)).toBeVisible();
  const [keep, publish] = screen.getAllByRole('radio', { name: /publish/i });
  expect(keep).toHaveAccessibleName('Keep unpublished (recommended)');
  expect(keep).toBeChecked();
  await user.click(publish!);
  expect(screen.getByText(/Anyone can read its tables/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Import 2 rows' }));
  expect(await screen.findByText('Followed')).toBeVisible();
  expect(agreed).toEqual([[], ['publish']]);
});

it('asks for one file of a REDCap project, and offers samples of its own format', async () => {
  serve(preview);
  const { user } = show();
  expect(screen.getByRole('link', { name: 'Download a sample of variables.csv' })).toHaveAttribute(
    'href',
    expect.stringContaining('tbl_name%2Cvar_name%2Cdata_type%2Cmeaning'),
  );
  // The file of tables no longer counts, because the new format has none.
  const large = new File(['tbl_name'], 'tables.csv', { type: 'text/csv' });
  Object.defineProperty(large, 'size', { value: 65 * 1024 * 1024 });
  await user.upload(screen.getByLabelText('Tables *'), large);
  await user.click(screen.getByRole('radio', { name: 'REDCap data dictionary' }));
  expect(screen.queryByLabelText('Tables *')).toBeNull();
  await user.upload(screen.getByLabelText('Data dictionary *'), csv('redcap.csv'));
  await user.click(previewButton());
  await screen.findByRole('heading', { name: 'What the import would do' });
  expect(sent).toEqual(['Birth Register | redcap | true']);
});

it('removes the preview when other files are chosen', async () => {
  serve(preview);
  const { user } = show();
  await chooseFiles(user);
  await user.click(previewButton());
  await screen.findByRole('heading', { name: 'What the import would do' });
  await user.click(screen.getByRole('button', { name: 'Remove tables.csv' }));
  expect(screen.queryByRole('heading', { name: 'What the import would do' })).toBeNull();
  await user.upload(screen.getByLabelText('Tables *'), csv('others.csv'));
  await user.click(screen.getByRole('radio', { name: 'OMOP Common Data Model' }));
  await user.click(previewButton());
  await waitFor(() => expect(sent.at(-1)).toBe('Birth Register | omop | true'));
});

it('keeps what was typed on the device', async () => {
  serve({ ...preview, source: 'Marriage Register' });
  const { user } = show('/superuser/data_dictionary/import');
  await user.type(screen.getByLabelText(/Data Source/), 'Marriage Register');
  await chooseFiles(user);
  await user.click(previewButton());
  await screen.findByRole('heading', { name: 'What the import would do' });
  const isCopy = (copy: unknown): copy is { value: unknown } => copy !== undefined;
  const { user_id } = makeUser();
  await waitFor(() =>
    expect(readFormCopy(user_id, 'import dictionary', isCopy)?.value).toMatchObject({
      source: 'Marriage Register',
    }),
  );
});

it('shows an error of the name at its field', async () => {
  const { user } = show();
  await chooseFiles(user);
  server.use(
    http.post(url('data_dictionary/import'), () =>
      refuse(400, 'Validation error', { errors: { source: ['Use another name.'] } }),
    ),
  );
  await user.click(previewButton());
  const source = screen.getByLabelText(/Data Source/);
  await waitFor(() => expect(source).toHaveAccessibleDescription(/Use another name\./));
  expect(source).toHaveFocus();
  expect(screen.queryByText('Validation error')).toBeNull();
});

it('keeps the files when the server refuses', async () => {
  const message = 'An import into this data source is running. Wait until it has ended.';
  serve(preview);
  const { user } = show();
  await chooseFiles(user);
  await user.click(previewButton());
  const start = await screen.findByRole('button', { name: 'Import 2 rows' });
  server.use(http.post(url('data_dictionary/import'), () => refuse(409, message)));
  await user.click(start);
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText('tables.csv')).toBeVisible();
  expect(start).toBeEnabled();
});

it('lists the imports', async () => {
  const done: DictionaryImport = {
    ...running,
    import_id: 11,
    started_by: null,
    ended_on: '2026-03-01T10:01:00Z',
    state: 'done',
    rows_stored: 1202,
  };
  server.use(http.get(url('data_dictionary/import'), () => answerList([done])));
  show();
  const link = await screen.findByRole('link', { name: 'Birth Register' });
  expect(link).toHaveAttribute('href', '/superuser/data_dictionary/import/11');
  const row = within(link.closest('[role="row"]')!);
  expect(row.getByText('Done')).toBeInTheDocument();
  expect(row.getByText('A command on the server')).toBeInTheDocument();
  expect(row.getByText('1,202')).toBeInTheDocument();
});
