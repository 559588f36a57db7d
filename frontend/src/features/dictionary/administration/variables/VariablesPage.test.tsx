import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import type { VariableRecord } from '@/api/models';
import { session } from '@/api/session';
import {
  makeSourceRecord,
  makeTableRecord,
  makeVariableRecord,
  makeWholeVariable,
} from '@/testing/dictionaryFactories';
import { makeRole, makeUser } from '@/testing/factories';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, stale, url } from '@/testing/server';
import { variableValues } from './values';
import VariablesPage from './VariablesPage';

const amount = makeVariableRecord();
const paidOn = makeVariableRecord({
  var_id: 72,
  ids_column_name: 'paid_on',
  var_name: 'Day of payment',
  data_type: 'Date',
});
let stored: VariableRecord[];
const sent: { method: string; id?: string; body: Record<string, unknown> }[] = [];

beforeEach(() => {
  stored = [amount, paidOn];
  sent.length = 0;
  localStorage.clear();
  signInAs('Super User');
  server.use(
    http.get(url('data_dictionary/table_dd/31'), () => answer(makeTableRecord())),
    http.get(url('data_dictionary/data_source/5'), () => answer(makeSourceRecord())),
    http.get(url('data_dictionary/variables_dd'), () => answerList(stored)),
    http.get(url('data_dictionary/variables_dd/71'), () => answer(makeWholeVariable())),
    http.put(url('data_dictionary/variables_dd/:id'), async ({ request, params }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ method: 'put', id: String(params.id), body });
      stored = stored.map((row) =>
        row.var_id === Number(params.id)
          ? { ...row, ...body, row_version: row.row_version + 1 }
          : row,
      );
      return answer({ var_id: Number(params.id) });
    }),
    http.post(url('data_dictionary/variables_dd'), async ({ request }) => {
      sent.push({ method: 'post', body: (await request.json()) as Record<string, unknown> });
      return HttpResponse.json(
        { code: 201, message: 'Made', data: { var_id: 73 } },
        { status: 201 },
      );
    }),
  );
});

const show = async () => {
  const shown = renderPart(
    <Routes>
      <Route path="/superuser/data_dictionary/variables/:table_id" element={<VariablesPage />} />
    </Routes>,
    '/superuser/data_dictionary/variables/31',
  );
  await screen.findByRole('grid', { name: 'List of Variables' });
  return shown;
};

const row = (name: string) => within(screen.getByRole('row', { name }));
const cell = (name: string, text: string) => row(name).getByRole('gridcell', { name: text });

it('shows the name of the table, and links back to the tables of its data source', async () => {
  await show();
  const title = 'Showing Variables in the Table named payments in the Data Source called Claims';
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute(
    'href',
    '/superuser/data_dictionary/tables/5',
  );
});

it('edits cells with the keyboard like a spreadsheet, and sends a row only when it is saved', async () => {
  const { user } = await show();
  cell('the variable Amount paid', 'Amount paid').focus();
  await user.keyboard('Sum{Enter}');
  // Enter moved on to the cell below; the row is not saved yet.
  expect(document.activeElement).toHaveTextContent('Day of payment');
  expect(sent).toEqual([]);
  expect(screen.getByText(/1 variable is not saved yet/)).toBeVisible();

  await user.keyboard('{ArrowUp}{Enter}{Control>}a{/Control}Wrong{Escape}');
  expect(document.activeElement).toHaveTextContent('Sum');
  await user.keyboard('{Enter} paid{Tab}');
  expect(document.activeElement).toHaveTextContent('Decimal');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    method: 'put',
    id: '71',
    body: { var_name: 'Sum paid', ids_column_name: 'amount', is_analytical: true, row_version: 1 },
  });
  await waitFor(() => expect(screen.queryByText(/not saved yet/)).toBeNull());
  expect(cell('the variable Sum paid', 'Sum paid')).toBeVisible();
});

it('saves a row together with the cell that is being edited', async () => {
  const { user } = await show();
  cell('the variable Amount paid', 'Amount paid').focus();
  await user.keyboard('Sum{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ method: 'put', id: '71', body: { var_name: 'Sum' } });
  expect(document.activeElement).toHaveTextContent('Sum');
});

it('shows missing values at their cells, and undoes an edit with Escape', async () => {
  const { user } = await show();
  cell('the variable Amount paid', 'Amount paid').focus();
  await user.keyboard('{Delete}');
  expect(screen.getByText('Variable Name is required.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save 1 variable' }));
  expect(sent).toEqual([]);
  cell('the variable amount', 'Variable Name is required.').focus();
  await user.keyboard('{Escape}');
  expect(screen.queryByText(/not saved yet/)).toBeNull();
});

it('pastes a copied column into the cells below, and saves each row with its own call', async () => {
  const { user } = await show();
  const first = cell('the variable Amount paid', 'Decimal');
  first.focus();
  fireEvent.paste(first, { clipboardData: { getData: () => 'number\ntext\nblob' } });
  expect(screen.getByText(/2 variables are not saved yet/)).toBeVisible();
  expect(await screen.findByText(/1 value did not fit/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save 2 variables' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ id, body }) => [id, body.data_type])).toEqual([
    ['71', 'Number'],
    ['72', 'Text'],
  ]);
});

it('shows an error of the server at its cell', async () => {
  server.use(
    http.put(url('data_dictionary/variables_dd/71'), () =>
      HttpResponse.json(
        {
          code: 409,
          message: 'Taken.',
          errors: { ids_column_name: ['Another variable has this column name.'] },
          call_id: 'x',
        },
        { status: 409 },
      ),
    ),
  );
  const { user } = await show();
  cell('the variable Amount paid', 'amount').focus();
  await user.keyboard('paid_on{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save the variable Amount paid' }));
  expect(await screen.findByText('Another variable has this column name.')).toBeVisible();
});

it('keeps an unsaved row after a lost connection and a reload, and saves it later', async () => {
  server.use(
    http.put(url('data_dictionary/variables_dd/71'), () => HttpResponse.error(), { once: true }),
  );
  const { user, unmount } = await show();
  cell('the variable Amount paid', 'Amount paid').focus();
  await user.keyboard('Sum{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save the variable Sum' }));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  unmount();

  const again = await show();
  expect(cell('the variable Sum', 'Sum')).toBeVisible();
  await again.user.click(screen.getByRole('button', { name: 'Save 1 variable' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body.var_name).toBe('Sum');
});

it('has no unsaved row after a save whose response was lost', async () => {
  server.use(
    http.put(
      url('data_dictionary/variables_dd/71'),
      () => {
        stored = [{ ...amount, var_name: 'Sum', row_version: 2 }, paidOn];
        return HttpResponse.error();
      },
      { once: true },
    ),
  );
  const { user, unmount } = await show();
  cell('the variable Amount paid', 'Amount paid').focus();
  await user.keyboard('Sum{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save the variable Sum' }));
  await waitFor(() => expect(screen.queryByText(/not saved yet/)).toBeNull());
  unmount();

  await show();
  expect(cell('the variable Sum', 'Sum')).toBeVisible();
  expect(screen.queryByText(/not saved yet/)).toBeNull();
});

it('shows unsaved rows of another tab, and keeps them when it adds its own', async () => {
  const kept = `aditus.kept.${makeUser().user_id}.sheet.variables.31`;
  const elsewhere = (drafts: object | null) => {
    const newValue = drafts && JSON.stringify(drafts);
    if (newValue === null) localStorage.removeItem(kept);
    else localStorage.setItem(kept, newValue);
    fireEvent(window, new StorageEvent('storage', { key: kept, newValue }));
  };
  const { user } = await show();
  const other = {
    id: 72,
    rowVersion: 1,
    base: variableValues(paidOn),
    changed: { meaning: 'Day' },
  };
  elsewhere({ 72: other });
  expect(cell('the variable Day of payment', 'Day')).toBeVisible();
  cell('the variable Amount paid', 'Amount paid').focus();
  await user.keyboard('Sum{Enter}');
  expect(screen.getByText(/2 variables are not saved yet/)).toBeVisible();
  const all = JSON.parse(localStorage.getItem(kept) ?? '') as Record<string, { changed: object }>;
  expect(Object.entries(all).map(([key, { changed }]) => [key, changed])).toEqual([
    ['71', { var_name: 'Sum' }],
    ['72', { meaning: 'Day' }],
  ]);
  // The other tab saves its row. This tab reads it, and keeps its own unsaved row.
  stored = [amount, { ...paidOn, meaning: 'Day', row_version: 2 }];
  elsewhere({ 71: all['71']! });
  expect(screen.getByText(/1 variable is not saved yet/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save 1 variable' }));
  await waitFor(() => expect(screen.queryByText(/not saved yet/)).toBeNull());
  expect(sent.map(({ id }) => id)).toEqual(['71']);
  expect(cell('the variable Day of payment', 'Day')).toBeVisible();
  expect(localStorage.getItem(kept)).toBeNull();
});

it('keeps unsaved cells when the session ends, only for the same account', async () => {
  const { user, unmount } = await show();
  cell('the variable Amount paid', 'Amount paid').focus();
  await user.keyboard('Sum{Tab}');
  cell('the variable Sum', 'amount').focus();
  // The session ends while this cell is being edited.
  await user.keyboard('total');
  act(() => session.end());
  unmount();
  expect(Object.keys(localStorage).filter((key) => key.includes('.sheet.'))).toEqual([
    `aditus.kept.${makeUser().user_id}.sheet.variables.31`,
  ]);
  session.begin(
    makeUser({ user_id: 999, assigned_roles: [makeRole('Super User')] }),
    'token-of-somebody-else',
  );
  const other = await show();
  expect(screen.queryByText(/not saved yet/)).toBeNull();
  other.unmount();
  signInAs('Super User');
  await show();
  expect(cell('the variable Sum', 'total')).toBeVisible();
  expect(screen.getByText(/1 variable is not saved yet/)).toBeVisible();
});

it('keeps text that is typed into a row while it is being saved', async () => {
  let answerNow = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  server.use(
    http.put(url('data_dictionary/variables_dd/71'), async () => {
      await mayAnswer;
      stored = [{ ...amount, var_name: 'Sum', row_version: 2 }, paidOn];
      return answer({ var_id: 71 });
    }),
  );
  const { user } = await show();
  cell('the variable Amount paid', 'Amount paid').focus();
  await user.keyboard('Sum{Tab}');
  await user.click(screen.getByRole('button', { name: 'Save the variable Sum' }));
  cell('the variable Sum', 'amount').focus();
  await user.keyboard('total{Enter}');
  answerNow();
  expect(await screen.findByRole('button', { name: 'Save the variable Sum' })).toBeVisible();
  expect(cell('the variable Sum', 'total')).toBeVisible();
});

it('does not send a row that another tab is saving', async () => {
  const kept = `aditus.kept.${makeUser().user_id}.sheet.variables.31`;
  // The other tab holds the lock until it has saved everything.
  const request = vi.fn(async (_name: string, act: () => Promise<unknown>) => {
    localStorage.removeItem(kept);
    return act();
  });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }));
  const { user } = await show();
  cell('the variable Amount paid', 'Amount paid').focus();
  await user.keyboard('Sum{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save 1 variable' }));
  await waitFor(() => expect(screen.queryByText(/not saved yet/)).toBeNull());
  expect(request).toHaveBeenCalledOnce();
  expect(sent).toEqual([]);
  vi.unstubAllGlobals();
});

it('shows a change of another user, and overwrites it only after confirmation', async () => {
  server.use(
    http.put(
      url('data_dictionary/variables_dd/71'),
      () => {
        stored = [{ ...amount, var_name: 'Total', row_version: 2 }, paidOn];
        return stale();
      },
      { once: true },
    ),
  );
  const { user } = await show();
  cell('the variable Amount paid', 'Amount paid').focus();
  await user.keyboard('Sum{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save the variable Sum' }));
  expect(await screen.findByText('Saved version: Total')).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Keep my version' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ var_name: 'Sum', row_version: 2 });
});

it('shows the error of an unsaved row on another page', async () => {
  const { user } = await show();
  cell('the variable Amount paid', 'Amount paid').focus();
  await user.keyboard('Sum{Enter}');
  stored = [paidOn];
  await user.type(screen.getByLabelText('Keyword Search'), 'Day{Enter}');
  expect(await screen.findByText(/1 of them on other pages/)).toBeVisible();
  server.use(http.put(url('data_dictionary/variables_dd/71'), () => stale()));
  await user.click(screen.getByRole('button', { name: 'Save 1 variable' }));
  expect(
    await screen.findByText(
      'Could not save the variable Sum: Someone else changed this in the meantime.',
    ),
  ).toBeVisible();
  expect(screen.getByText(/1 variable is not saved yet/)).toBeVisible();
});

it('adds a row, and sends it once it is complete', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: 'Add New Row' }));
  await user.click(screen.getByRole('button', { name: 'Save the new variable' }));
  expect(screen.getByText('Column Name is required.')).toBeVisible();
  const [column] = row('the new variable').getAllByRole('gridcell');
  column!.focus();
  await user.keyboard('fee{Tab}Fee{Tab}n{ArrowRight}What it costs{Tab}2026-01-05{Tab}a');
  await user.click(screen.getByRole('button', { name: 'Save the new variable' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    method: 'post',
    body: {
      tbl: 31,
      ids_column_name: 'fee',
      var_name: 'Fee',
      data_type: 'Number',
      meaning: 'What it costs',
      date_introduced: '2026-01-05',
      usage: 'Analytical',
      derived: false,
    },
  });
  await waitFor(() => expect(screen.queryByRole('row', { name: 'the new variable' })).toBeNull());
});

it('takes no text into a new row while it is being saved', async () => {
  let answerNow = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  server.use(
    http.post(url('data_dictionary/variables_dd'), async () => {
      await mayAnswer;
      return answer({ var_id: 73 });
    }),
  );
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: 'Add New Row' }));
  const [column] = row('the new variable').getAllByRole('gridcell');
  column!.focus();
  await user.keyboard('fee{Tab}Fee{Tab}n{ArrowRight}What it costs{Tab}2026-01-05{Tab}a');
  await user.click(screen.getByRole('button', { name: 'Save the new variable' }));
  column!.focus();
  await user.keyboard('x{Delete}');
  expect(row('the new variable').queryByRole('textbox')).toBeNull();
  expect(column).toHaveTextContent('fee');
  answerNow();
  await waitFor(() => expect(screen.queryByRole('row', { name: 'the new variable' })).toBeNull());
});

it('edits the lists of a variable on five tabs', async () => {
  let added: unknown;
  server.use(
    http.post(url('data_dictionary/input_values'), async ({ request }) => {
      added = await request.json();
      return HttpResponse.json(
        { code: 201, message: 'Input Value saved successfully!', data: { val_id: 3 } },
        { status: 201 },
      );
    }),
  );
  const { user } = await show();
  await user.click(
    screen.getByRole('button', { name: 'Show the details of the variable Amount paid' }),
  );
  await screen.findByRole('tab', { name: 'Synonym' });
  const dialog = within(screen.getByRole('dialog'));
  const titles = dialog.getAllByRole('tab').map((tab) => tab.textContent);
  expect(titles).toEqual([
    'Dependency',
    'Input Value',
    'Timeline of Change',
    'Synonym',
    'Metadata',
  ]);
  await user.click(dialog.getByRole('tab', { name: 'Synonym' }));
  expect(dialog.getByText('sum')).toBeVisible();
  await user.click(dialog.getByRole('tab', { name: 'Input Value' }));
  await user.click(dialog.getByRole('button', { name: 'Save Input Value' }));
  expect(dialog.getByText('Please fill all required fields in "Input Value"')).toBeVisible();
  await user.type(dialog.getByLabelText('Input Value', { selector: 'input' }), '100');
  await user.click(dialog.getByRole('button', { name: 'Save Input Value' }));
  expect(await screen.findByText('Input Value saved successfully!')).toBeVisible();
  expect(added).toEqual({ var: 71, value: '100' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('keeps the dialog of the details and its focus when the details are loaded', async () => {
  const { user } = await show();
  let finish = () => {};
  const loading = new Promise<void>((resolve) => (finish = resolve));
  server.use(
    http.get(url('data_dictionary/variables_dd/71'), async () => {
      await loading;
      return answer(makeWholeVariable());
    }),
  );
  await user.click(
    screen.getByRole('button', { name: 'Show the details of the variable Amount paid' }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Details of Amount paid' });
  const close = within(dialog).getByRole('button', { name: 'Close' });
  close.focus();
  finish();
  await within(dialog).findByRole('tab', { name: 'Synonym' });
  expect(close).toHaveFocus();
  await user.click(within(dialog).getByRole('tab', { name: 'Metadata' }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Key' }), 'unit');
  await user.click(within(dialog).getByRole('button', { name: 'Save Metadata' }));
  expect(within(dialog).getByRole('textbox', { name: 'Value' })).toHaveFocus();
});

it('shows the chosen variable again after another tab was open', async () => {
  const { user } = await show();
  await user.click(
    screen.getByRole('button', { name: 'Show the details of the variable Amount paid' }),
  );
  await screen.findByRole('tab', { name: 'Synonym' });
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: /^Depends on/ }));
  await user.click(await screen.findByRole('option', { name: /^Day of payment/ }));
  await user.click(dialog.getByRole('tab', { name: 'Synonym' }));
  await user.click(dialog.getByRole('tab', { name: 'Dependency' }));
  expect(dialog.getByRole('combobox', { name: /^Depends on/ })).toHaveValue('Day of payment');
});

it('shows the reason why a variable of data requests cannot be deleted', async () => {
  const words = 'This variable cannot be deleted: 2 data requests refer to it.';
  server.use(http.delete(url('data_dictionary/variables_dd/71'), () => refuse(409, words)));
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: 'Delete the variable Amount paid' }));
  await user.click(screen.getByRole('button', { name: 'Delete this variable' }));
  expect(await screen.findByText(words)).toBeVisible();
});
