import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { makeProcedure } from '@/testing/procedureFactories';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import ApprovalProceduresPage from './ApprovalProceduresPage';

const sent: unknown[] = [];
const faults = ['The procedure has no Initial stage.', 'The procedure has no Terminal stage.'];

beforeEach(() => {
  sent.length = 0;
  signInAs('Super User');
  server.use(
    http.get(url('data_requests/approval_procedures'), () =>
      answerList([
        makeProcedure({ name: 'Default procedure', is_active: true, is_default: true }),
        makeProcedure({ approval_procedure_id: 6, faults, warnings: ['No Data Officer.'] }),
      ]),
    ),
    http.get(url('data_requests/stage_type'), () =>
      answerList([
        { stage_type_id: 1, stage_type: 'Initial', built_in: true, roles: [10] },
        { stage_type_id: 4, stage_type: 'Appeal', built_in: false, roles: [10, 4] },
      ]),
    ),
  );
});

it('shows procedures with their faults, and links to each', async () => {
  renderPart(<ApprovalProceduresPage />, '/superuser/approval_procedure');
  const view = await screen.findByRole('link', { name: 'View Approval Procedure Fast track' });
  expect(view).toHaveAttribute('href', '/superuser/approval_procedure/6');
  expect(screen.getByText('2 faults, 1 warning')).toBeVisible();
});

it('shows a text when there are no procedures', async () => {
  server.use(http.get(url('data_requests/approval_procedures'), () => answerList([])));
  renderPart(<ApprovalProceduresPage />);
  expect(
    await screen.findByText('No List of Approval Procedure data available'),
  ).toBeInTheDocument();
});

it('requires name and description, and keeps the typed values when the server finds faults', async () => {
  server.use(
    http.post(url('data_requests/approval_procedures'), async ({ request }) => {
      sent.push(await request.json());
      if (sent.length === 1) {
        return refuse(409, 'An Approval Procedure with faults cannot be activated.', {
          errors: { faults },
        });
      }
      const message = 'Successfully created an approval procedure';
      return HttpResponse.json(
        { code: 201, message, data: { approval_procedure_id: 7 } },
        { status: 201 },
      );
    }),
  );
  const { user } = renderPart(<ApprovalProceduresPage />);
  await user.click(await screen.findByRole('button', { name: 'Add Approval Procedure' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add Approval Procedure' });
  const submit = within(dialog).getByRole('button', { name: 'Add Approval Procedure' });
  await user.click(submit);
  // The message appears at the field and as a toast.
  expect(await screen.findAllByText('Please enter the Approval Procedure Name.')).toHaveLength(2);
  expect(within(dialog).getByText('Please enter the Description.')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Fast lane');
  await user.type(within(dialog).getByRole('textbox', { name: /Description/ }), 'Small');
  await user.click(within(dialog).getByRole('combobox', { name: /Is Active/ }));
  await user.click(await screen.findByRole('option', { name: 'Yes' }));
  await user.click(submit);
  const list = await within(dialog).findByRole('list', { name: 'Faults' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(faults);
  expect(within(dialog).getByRole('textbox', { name: /Name/ })).toHaveValue('Fast lane');
  await user.click(within(dialog).getByRole('combobox', { name: /Is Active/ }));
  await user.click(await screen.findByRole('option', { name: 'No' }));
  await user.click(submit);
  expect(await screen.findByText('Successfully created an approval procedure')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const without = {
    name: 'Fast lane',
    description: 'Small',
    term: null,
    completion_window: null,
  };
  expect(sent).toEqual([
    { ...without, is_active: true, is_default: false },
    { ...without, is_active: false, is_default: false },
  ]);
});

it('saves the term of a procedure, and none if the field is empty', async () => {
  const months = { unit: 'months', count: 3 } as const;
  const record = makeProcedure({ term: months });
  server.use(
    http.get(url('data_requests/approval_procedures'), () => answerList([record])),
    http.put(url('data_requests/approval_procedures/5'), async ({ request }) => {
      sent.push(((await request.json()) as { term: unknown }).term);
      return answer(record, { message: 'Successfully updated the approval procedure' });
    }),
  );
  const { user } = renderPart(<ApprovalProceduresPage />, '/superuser/approval_procedure');
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Edit Fast track' }));
    const dialog = within(await screen.findByRole('dialog'));
    return {
      dialog,
      term: dialog.getByRole('textbox', { name: 'Term' }),
      save: () => user.click(dialog.getByRole('button', { name: 'Save Approval Procedure' })),
    };
  };
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  const first = await open();
  expect(first.term).toHaveValue('3');
  await user.clear(first.term);
  await user.type(first.term, '3e');
  await first.save();
  expect(first.term).toHaveAccessibleDescription(/^Enter 1 to 60 months, or nothing/);
  await user.clear(first.term);
  await user.type(first.term, '61');
  await first.save();
  expect(
    await first.dialog.findByText(
      'Enter 1 to 60 months, or nothing for a procedure without a term.',
    ),
  ).toBeVisible();
  await user.click(first.dialog.getByRole('combobox', { name: 'Unit of the term' }));
  await user.click(await screen.findByRole('option', { name: 'Weeks' }));
  await first.save();
  await closed();

  const second = await open();
  expect(second.dialog.getByText('Leave empty for no term.')).toBeVisible();
  await user.clear(second.term);
  await second.save();
  await closed();
  expect(sent).toEqual([{ unit: 'weeks', count: 61 }, null]);
});

it('saves the completion window of a procedure, and none if the field is empty', async () => {
  const record = makeProcedure({ completion_window: 4 });
  server.use(
    http.get(url('data_requests/approval_procedures'), () => answerList([record])),
    http.put(url('data_requests/approval_procedures/5'), async ({ request }) => {
      sent.push(((await request.json()) as { completion_window: unknown }).completion_window);
      return answer(record, { message: 'Successfully updated the approval procedure' });
    }),
  );
  const { user } = renderPart(<ApprovalProceduresPage />, '/superuser/approval_procedure');
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Edit Fast track' }));
    const dialog = within(await screen.findByRole('dialog'));
    return {
      dialog,
      weeks: dialog.getByRole('textbox', { name: 'Completion window' }),
      save: () => user.click(dialog.getByRole('button', { name: 'Save Approval Procedure' })),
    };
  };
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  const first = await open();
  expect(first.weeks).toHaveValue('4');
  expect(
    first.dialog.getByText(
      'Weeks in which requesters answer comments that require action, usually 4. Leave empty for none.',
    ),
  ).toBeVisible();
  await user.clear(first.weeks);
  await user.type(first.weeks, '3e');
  await first.save();
  expect(first.weeks).toHaveAccessibleDescription(/^Enter 1 to 12 weeks, or nothing/);
  await user.clear(first.weeks);
  await user.type(first.weeks, '13');
  await first.save();
  expect(
    await first.dialog.findByText(
      'Enter 1 to 12 weeks, or nothing if requests are never recalled for want of an answer.',
    ),
  ).toBeVisible();
  await user.clear(first.weeks);
  await user.type(first.weeks, '12');
  await first.save();
  await closed();

  const second = await open();
  await user.clear(second.weeks);
  await second.save();
  await closed();
  expect(sent).toEqual([12, null]);
});

it('adds custom stage types, keeps the built-in ones, and shows the references of one', async () => {
  const inUse = 'The stage type "Appeal" cannot be deleted, because it is used by the stage "A".';
  server.use(
    http.post(url('data_requests/stage_type'), async ({ request }) => {
      sent.push(await request.json());
      const message = 'Successfully created a stage type';
      return HttpResponse.json({ code: 201, message, data: { stage_type_id: 5 } }, { status: 201 });
    }),
    http.delete(url('data_requests/stage_type/4'), () => refuse(409, inUse)),
  );
  const { user } = renderPart(<ApprovalProceduresPage />);
  await user.click(await screen.findByRole('tab', { name: 'Stage Type' }));
  expect(screen.getByTestId('location')).toHaveTextContent('tab=stage_types');
  expect(await screen.findByText('Built in')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Edit Initial' })).not.toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Add Stage Type' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add Stage Type' });
  const submit = within(dialog).getByRole('button', { name: 'Add Stage Type' });
  await user.click(submit);
  expect(await screen.findByText('Please enter the Stage Type Name.')).toBeInTheDocument();
  expect(within(dialog).getByText('Stage Type Name is required.')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox'), 'Hearing');
  await user.click(submit);
  expect(await screen.findByText('Successfully created a stage type')).toBeInTheDocument();
  expect(sent).toEqual([{ stage_type: 'Hearing' }]);

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Delete Appeal' }));
  await user.click(screen.getByRole('button', { name: 'Delete this stage type' }));
  expect(await screen.findByText(inUse)).toBeVisible();
});

it('lists the changes of procedures with author and time', async () => {
  const asked: string[] = [];
  server.use(
    http.get(url('data_requests/approval_procedures/history'), ({ request }) => {
      asked.push(new URL(request.url).search);
      return answerList([
        {
          procedure_change_id: 3,
          approval_procedure: 6,
          procedure: 'Slow track',
          user_id: 7,
          fname: 'Naledi',
          sname: 'Okafor',
          changed_on: '2026-03-05T14:07:00Z',
          lines: ['Renamed from "Fast track" to "Slow track".', 'Deactivated.'],
        },
      ]);
    }),
  );
  const { user } = renderPart(<ApprovalProceduresPage />, '/superuser/approval_procedure');
  await user.click(await screen.findByRole('tab', { name: 'History' }));
  expect(await screen.findByText('Naledi Okafor')).toBeInTheDocument();
  expect(screen.getByText('Slow track')).toBeInTheDocument();
  expect(screen.getByText('Deactivated.')).toBeInTheDocument();
  expect(asked[0]).not.toContain('approval_procedure=');
  expect(screen.queryByRole('button', { name: /^Add/ })).not.toBeInTheDocument();
});

it('shows the warnings when a procedure is activated', async () => {
  const warned = makeProcedure({ warnings: ['No stage belongs to the Data Officer.'] });
  server.use(http.get(url('data_requests/approval_procedures'), () => answerList([warned])));
  const { user } = renderPart(<ApprovalProceduresPage />, '/superuser/approval_procedure');
  await user.click(await screen.findByRole('button', { name: 'Edit Fast track' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('list', { name: 'Warnings' })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('combobox', { name: /Is Active/ }));
  await user.click(await screen.findByRole('option', { name: 'Yes' }));
  expect(dialog.getByRole('list', { name: 'Warnings' })).toHaveTextContent(
    'No stage belongs to the Data Officer.',
  );
});
