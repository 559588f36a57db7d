import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { makeDrawing, makeLink, makeProcedure, makeStage } from '@/testing/procedureFactories';
import { renderPart, signInAs } from '@/testing/render';
import { chooseRowAction } from '@/testing/rows';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import ApprovalProcedurePage from './ApprovalProcedurePage';

const sent: unknown[] = [];
const stages = [
  makeStage(11, 'Created', { stage_type: 1, stage_type_name: 'Initial', stage_order: 1 }),
  makeStage(12, 'Release', { pos_x: 0.7, target: 10 }),
  makeStage(13, 'Loose', { icon: 'NoSuchIcon' }),
];

function created(message: string, data: object) {
  return HttpResponse.json({ code: 201, message, data }, { status: 201 });
}

beforeEach(() => {
  sent.length = 0;
  signInAs('Super User');
  // jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  const of = ({ request }: { request: Request }) =>
    new URL(request.url).searchParams.get('approval_procedure');
  server.use(
    http.get(url('data_requests/approval_procedures/5'), () =>
      answer(
        makeProcedure({
          faults: ['The procedure has no Terminal stage.'],
          warnings: ['No stage belongs to the Data Officer.'],
        }),
      ),
    ),
    http.get(url('data_requests/approval_procedures/5/drawing'), () =>
      answer(
        makeDrawing({
          warnings: [
            { places: ['stages[1]'], message: 'The stage "Review" would have no one to decide.' },
            { places: [], message: 'No stage belongs to the Data Officer.' },
          ],
        }),
      ),
    ),
    http.get(url('data_requests/approval_procedures'), () => answerList([makeProcedure()])),
    http.get(url('data_requests/stage'), (call) => {
      expect(of(call)).toBe('5');
      return answerList(stages);
    }),
    http.get(url('data_requests/next_stage/list'), (call) => {
      expect(of(call)).toBe('5');
      return answerList([makeLink(21, stages[0]!, stages[1]!)]);
    }),
    http.get(url('data_requests/stage_type'), () =>
      answerList([
        { stage_type_id: 1, stage_type: 'Initial', built_in: true, roles: [10] },
        { stage_type_id: 2, stage_type: 'Junction', built_in: true, roles: [10, 4] },
      ]),
    ),
    http.get(url('users/role'), () =>
      answer([
        { role_id: 1, role: 'Super User' },
        { role_id: 4, role: 'Data Officer' },
        { role_id: 10, role: 'Data Requester' },
      ]),
    ),
  );
});

const open = (query = '?tab=stages') =>
  renderPart(
    <Routes>
      <Route
        path="/superuser/approval_procedure/:approval_id"
        element={<ApprovalProcedurePage />}
      />
    </Routes>,
    `/superuser/approval_procedure/5${query}`,
  );

it('explains the procedure and begins with its drawing, which marks the warnings', async () => {
  open('');
  expect(await screen.findByRole('heading', { level: 1, name: 'Fast track' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute(
    'href',
    '/superuser/approval_procedure',
  );
  expect(screen.getByText(/^An approval procedure is the chain of stages/)).toHaveTextContent(
    'This one is a draft: no request follows it until you make it active and the default.',
  );
  const drawing = within(await screen.findByRole('figure', { name: 'Drawing' }));
  const review = await drawing.findByRole('button', { name: /^Review, .* has a warning$/ });
  expect(review).toHaveAccessibleDescription('The stage "Review" would have no one to decide.');
  expect(drawing.getByRole('button', { name: /^Release, / })).not.toHaveAccessibleName(/warning/);
  const outline = within(screen.getByRole('list', { name: 'Stages in order' }));
  expect(outline.getByRole('list', { name: 'Warnings' })).toHaveTextContent(
    'The stage "Review" would have no one to decide.',
  );
  expect(
    within(screen.getByRole('note')).getByRole('list', { name: 'Warnings' }),
  ).toHaveTextContent('No stage belongs to the Data Officer.');
});

it('shows the stages and links as lists in the other view', async () => {
  const { user } = open('');
  await user.click(await screen.findByRole('button', { name: 'List view' }));
  expect(await screen.findByRole('list', { name: 'Faults' })).toHaveTextContent(
    'The procedure has no Terminal stage.',
  );
  expect(screen.getByRole('list', { name: 'Warnings' })).toHaveTextContent(
    'No stage belongs to the Data Officer.',
  );
  expect(await screen.findByRole('button', { name: 'Edit Loose' })).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: /Position/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('figure')).not.toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Next Stage' }));
  expect(await screen.findByRole('button', { name: 'Edit Created to Release' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Drawing' }));
  expect(await screen.findByRole('figure', { name: 'Drawing' })).toBeInTheDocument();
});

it('drops the warning of a stage whose role is changed', async () => {
  const { user } = open('');
  await user.click(await screen.findByRole('button', { name: /^ReviewData Officer|^Review Data/ }));
  const panel = within(await screen.findByRole('region', { name: 'Review' }));
  expect(panel.getByRole('list', { name: 'Warnings' })).toBeVisible();
  await user.click(panel.getByRole('combobox', { name: /Role/ }));
  await user.click(await screen.findByRole('option', { name: 'Data Requester' }));
  expect(panel.queryByRole('list', { name: 'Warnings' })).not.toBeInTheDocument();
});

it('shows a text when there is nothing to draw', async () => {
  server.use(
    http.get(url('data_requests/approval_procedures/5/drawing'), () =>
      answer(makeDrawing({ stages: [], links: [] })),
    ),
  );
  open('');
  expect(await screen.findByText('No Approval Procedure information found')).toBeInTheDocument();
});

it('names every missing field of a stage, and sends the chosen values', async () => {
  server.use(
    http.post(url('data_requests/stage/create'), async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1
        ? refuse(409, 'This would leave the active Approval Procedure "Fast track" with faults.', {
            errors: { faults: ['The stage "Check" cannot be reached from the Initial stage.'] },
          })
        : created('Successfully created a stage', { stage_id: 14 });
    }),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add Stage' }));
  const dialog = await screen.findByRole('dialog', { name: 'Stage Details' });
  const field = (name: RegExp, role = 'combobox') => within(dialog).getByRole(role, { name });
  const submit = within(dialog).getByRole('button', { name: 'Add Stage' });
  await user.clear(field(/Position X/, 'spinbutton'));
  await user.click(submit);
  expect(await screen.findByText('Please select the Role.')).toBeInTheDocument();
  for (const name of ['Role', 'Stage Type', 'Stage Order', 'Stage Activity', 'Branch Level']) {
    expect(within(dialog).getByText(`${name} is required.`)).toBeInTheDocument();
  }
  expect(within(dialog).getByText('Position X is required.')).toBeInTheDocument();
  expect(within(dialog).getByText('Icon is required.')).toBeInTheDocument();
  expect(within(dialog).queryByText('Position Y is required.')).not.toBeInTheDocument();

  for (const [name, option] of [
    [/Role/, 'Data Officer'],
    [/Stage Type/, 'Junction'],
    [/Stage Order/, 'Eight'],
    [/Branch Level/, 'Zero'],
  ] as const) {
    await user.click(field(name));
    await user.click(await screen.findByRole('option', { name: option }));
  }
  await user.type(field(/Stage Activity/, 'textbox'), 'Check');
  await user.type(field(/Position X/, 'spinbutton'), '0.3');
  await user.type(field(/Icon/), 'Gavel');
  await user.click(submit);
  const refusal = await within(dialog).findByRole('list', { name: 'Faults' });
  expect(refusal).toHaveTextContent('The stage "Check" cannot be reached');
  expect(field(/Stage Activity/, 'textbox')).toHaveValue('Check');
  await user.click(submit);
  expect(await screen.findByText('Successfully created a stage')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent[1]).toEqual({
    approval_procedure: 5,
    role: 4,
    stage_type: 2,
    stage_order: 8,
    stage_activity: 'Check',
    branch_level: 0,
    pos_x: 0.3,
    pos_y: 0.5,
    icon: 'Gavel',
    target: null,
  });
});

it('takes a target only for a stage with a decision, and checks its range', async () => {
  server.use(
    http.put(url('data_requests/stage/12'), async ({ request }) => {
      sent.push(await request.json());
      return answer(null, { message: 'Successfully updated a stage' });
    }),
  );
  const { user } = open();
  expect(await screen.findByText('10 working days')).toBeVisible();
  const edit = async () => {
    await user.click(await screen.findByRole('button', { name: 'Edit Release' }));
    return within(await screen.findByRole('dialog', { name: 'Stage Details' }));
  };
  const target = () => screen.getByRole('textbox', { name: 'Target (working days)' });
  let dialog = await edit();
  expect(target()).toHaveValue('10');
  expect(target()).toHaveAccessibleDescription('Leave empty for no target.');
  await user.clear(target());
  await user.type(target(), '251');
  await user.click(dialog.getByRole('button', { name: 'Save Stage' }));
  expect(target()).toHaveFocus();
  expect(target()).toHaveAccessibleDescription(
    'Enter 1 to 250 working days, or nothing for a stage without a target. Leave empty for no target.',
  );
  await user.clear(target());
  await user.type(target(), '3e');
  await user.click(dialog.getByRole('button', { name: 'Save Stage' }));
  expect(target()).toHaveAccessibleDescription(/^Enter 1 to 250 working days/);
  expect(sent).toEqual([]);
  await user.clear(target());
  await user.type(target(), '250');
  await user.click(dialog.getByRole('button', { name: 'Save Stage' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toEqual([expect.objectContaining({ target: 250, row_version: 1 })]);

  dialog = await edit();
  await user.click(dialog.getByRole('combobox', { name: /Role/ }));
  await user.click(await screen.findByRole('option', { name: 'Data Requester' }));
  expect(screen.queryByRole('textbox', { name: /Target/ })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Save Stage' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent[1]).toMatchObject({ role: 10, target: null });
});

it('offers the roles that a stage of the type can have', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add Stage' }));
  const dialog = await screen.findByRole('dialog', { name: 'Stage Details' });
  const choose = async (name: RegExp, option: string) => {
    await user.click(within(dialog).getByRole('combobox', { name }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  const offered = async () => {
    await user.click(within(dialog).getByRole('combobox', { name: /Role/ }));
    await screen.findByRole('option', { name: 'Data Requester' });
    const names = screen.getAllByRole('option').map(({ textContent }) => textContent);
    await user.keyboard('{Escape}');
    return names;
  };
  await choose(/Stage Type/, 'Junction');
  expect(await offered()).toEqual(['Data Officer', 'Data Requester']);
  await choose(/Role/, 'Data Officer');
  await choose(/Stage Type/, 'Initial');
  expect(within(dialog).getByRole('combobox', { name: /Role/ })).not.toHaveTextContent(
    'Data Officer',
  );
  expect(await offered()).toEqual(['Data Requester']);
});

it('links stages of the procedure, and shows missing fields', async () => {
  server.use(
    http.post(url('data_requests/next_stage'), async ({ request }) => {
      sent.push(await request.json());
      return created('Successfully created a next stage', { next_stage_id: 22 });
    }),
    http.delete(url('data_requests/next_stage/21'), () => new HttpResponse(null, { status: 204 })),
  );
  const { user } = open();
  await user.click(await screen.findByRole('tab', { name: 'Next Stage' }));
  await user.click(await screen.findByRole('button', { name: 'Add Next Stage' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add Next Stage' });
  expect(within(dialog).getByRole('textbox', { name: 'Approval Procedure' })).toBeDisabled();
  const submit = within(dialog).getByRole('button', { name: 'Add Next Stage' });
  await user.click(submit);
  expect(await screen.findAllByText('Please enter the Current Stage.')).toHaveLength(2);
  expect(within(dialog).getByText('Please enter the NextStage.')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('combobox', { name: /Current Stage/ }));
  await user.click(await screen.findByRole('option', { name: 'Release (Data Officer)' }));
  await user.click(within(dialog).getByRole('combobox', { name: /Next Stage/ }));
  await user.click(await screen.findByRole('option', { name: 'Loose (Data Officer)' }));
  await user.click(submit);
  expect(await screen.findByText('Successfully created a next stage')).toBeInTheDocument();
  expect(sent).toEqual([{ current_stage: 12, next: 13 }]);

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await chooseRowAction(user, 'Created to Release', 'Delete');
  await user.click(screen.getByRole('button', { name: 'Delete this link' }));
  expect(await screen.findByText('The link “Created to Release” is deleted.')).toBeInTheDocument();
});

it('reports a missing procedure', async () => {
  server.use(
    http.get(url('data_requests/approval_procedures/5'), () =>
      refuse(404, 'Approval Procedure not found.'),
    ),
  );
  open();
  expect(await screen.findByText('No Approval Procedure information found')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

it('offers to try again when the procedure could not be loaded', async () => {
  server.use(
    http.get(url('data_requests/approval_procedures/5'), () =>
      refuse(503, 'The server is busy. Try again.'),
    ),
  );
  open();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
});

it('inserts a stage into a link with a dialog, and sends the version of the link', async () => {
  server.use(
    http.post(url('data_requests/next_stage/21/insert'), async ({ request }) => {
      sent.push(await request.json());
      return created('Successfully created a stage', { stage_id: 14 });
    }),
  );
  const { user } = open();
  await user.click(await screen.findByRole('tab', { name: 'Next Stage' }));
  await chooseRowAction(user, 'Created to Release', 'Insert a stage');
  const dialog = within(await screen.findByRole('dialog', { name: 'Insert a Stage' }));
  const submit = dialog.getByRole('button', { name: 'Insert Stage' });
  await user.click(submit);
  expect(dialog.getByText('Role is required.')).toBeInTheDocument();
  for (const [name, option] of [
    [/Role/, 'Data Officer'],
    [/Stage Type/, 'Junction'],
    [/Stage Order/, 'Two'],
    [/Branch Level/, 'Zero'],
  ] as const) {
    await user.click(dialog.getByRole('combobox', { name }));
    await user.click(await screen.findByRole('option', { name: option }));
  }
  await user.type(dialog.getByRole('textbox', { name: /Stage Activity/ }), 'Check');
  await user.type(dialog.getByRole('combobox', { name: /Icon/ }), 'Gavel');
  await user.type(dialog.getByRole('textbox', { name: /Target/ }), '10');
  await user.click(submit);
  expect(await screen.findByText('Successfully created a stage')).toBeInTheDocument();
  expect(sent).toEqual([
    {
      role: 4,
      stage_type: 2,
      stage_order: 2,
      stage_activity: 'Check',
      branch_level: 0,
      icon: 'Gavel',
      target: 10,
      row_version: 1,
    },
  ]);
});
