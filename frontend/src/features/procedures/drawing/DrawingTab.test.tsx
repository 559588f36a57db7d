import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { DrawnProcedure } from '@/api/models';
import { makeDrawing, makeProcedure } from '@/testing/procedureFactories';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, stale, url } from '@/testing/server';
import DrawingTab from './DrawingTab';

interface Sent {
  stages: { stage_id: number; stage_activity: string; pos_x: number; target: number | null }[];
  links: { current_stage: number; next: number }[];
  row_version: number;
  keep_faults: boolean;
}

const path = url('data_requests/approval_procedures/5/drawing');
const sent: Sent[] = [];
let stored: DrawnProcedure;

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  stored = makeDrawing();
  signInAs('Super User');
  // jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  server.use(
    http.get(path, () => answer(stored)),
    http.get(url('data_requests/stage_type'), () =>
      answerList([
        { stage_type_id: 1, stage_type: 'Initial', built_in: true, roles: [10] },
        { stage_type_id: 2, stage_type: 'Junction', built_in: true, roles: [10, 4] },
        { stage_type_id: 3, stage_type: 'Terminal', built_in: true, roles: [10] },
      ]),
    ),
    http.get(url('users/role'), () =>
      answer([
        { role_id: 4, role: 'Data Officer' },
        { role_id: 10, role: 'Data Requester' },
      ]),
    ),
  );
});

/** Stores what is sent. New stages get ids from 50 on. */
const storing = () =>
  http.put(path, async ({ request }) => {
    const input = (await request.json()) as Sent;
    sent.push(input);
    const idOf = (id: number) => (id > 0 ? id : 50 - id);
    stored = makeDrawing({
      stages: input.stages.map((stage) => ({
        ...makeDrawing().stages[1]!,
        ...stage,
        stage_id: idOf(stage.stage_id),
      })),
      links: input.links.map(({ current_stage, next }) => ({
        current_stage: idOf(current_stage),
        next: idOf(next),
      })),
      row_version: stored.row_version + 1,
    });
    return answer(stored, { message: 'Successfully updated the approval procedure' });
  });

const open = (changes = {}) => renderPart(<DrawingTab procedure={makeProcedure(changes)} />);
const stage = async (name: string) =>
  within(await screen.findByRole('figure', { name: 'Drawing' })).findByRole('button', {
    name: new RegExp(`^${name}, `),
  });
/**
 * Sends only a click event, because a drag handler needs `event.view`, which is missing in jsdom.
 */
const choose = async (name: string) => fireEvent.click(await stage(name));
const panel = (name: string) => screen.findByRole('region', { name });
const saveButton = () => screen.getByRole('button', { name: 'Save the drawing' });

it('inserts a stage into a link, names it, moves it, and saves all as one change', async () => {
  server.use(storing());
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Review, then Release' }));
  await user.click(
    within(await panel('Review, then Release')).getByRole('button', {
      name: 'Insert a stage here',
    }),
  );
  const fields = within(await panel('New stage'));
  await user.click(fields.getByRole('combobox', { name: /Role/ }));
  await user.click(await screen.findByRole('option', { name: 'Data Officer' }));
  await user.type(fields.getByRole('textbox', { name: /Stage Activity/ }), 'Check');
  const x = fields.getByRole('spinbutton', { name: /Position X/ });
  await user.clear(x);
  expect(fields.getByText('Position X is required.')).toBeInTheDocument();
  await user.type(x, '0.3');
  expect(screen.getByText('4 changes not saved')).toBeInTheDocument();
  await user.click(saveButton());
  expect(
    await screen.findByText('Successfully updated the approval procedure'),
  ).toBeInTheDocument();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ row_version: 1, keep_faults: false });
  expect(sent[0]!.stages.at(-1)).toMatchObject({
    stage_id: 0,
    role: 4,
    stage_type: 2,
    stage_activity: 'Check',
    pos_x: 0.3,
    pos_y: 0.5,
  });
  expect(sent[0]!.links).toContainEqual({ current_stage: 2, next: 0 });
  expect(await screen.findByText('All changes saved')).toBeInTheDocument();
  expect(localStorage.getItem('aditus.kept.7.procedureDrawing.5')).toBeNull();
});

it('can be edited with the keyboard alone', async () => {
  const { user } = open();
  const review = await stage('Review');
  review.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowUp}{/Shift}');
  expect(await stage('Review')).toHaveAccessibleName('Review, Data Officer, at 0.52, 0.35');
  // Successive moves with the keyboard are one step.
  await user.keyboard('{Control>}z{/Control}');
  expect(await stage('Review')).toHaveAccessibleName('Review, Data Officer, at 0.5, 0.4');
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(await stage('Review')).toHaveAccessibleName(/at 0.52, 0.35/);

  await user.keyboard('l');
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
  (await stage('Feedback')).focus();
  await user.keyboard('{Enter}');
  const outline = () => within(screen.getByRole('list', { name: 'Stages in order' }));
  expect(outline().getByRole('button', { name: 'Review, then Feedback' })).toBeVisible();

  (await stage('Release')).focus();
  await user.keyboard('{Enter}');
  expect(await panel('Release')).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(await panel('Stages')).toHaveFocus();
  (await stage('Release')).focus();
  await user.keyboard('{Delete}');
  expect(outline().queryByText('Release')).not.toBeInTheDocument();
  expect(await panel('Stages')).toHaveFocus();
  expect(screen.getByText('“Release” removed')).toBeInTheDocument();
});

it('links each fault to its place, and saves faults only in an inactive procedure', async () => {
  const errors = {
    'stages[1].stage_activity': ['Stage Activity is required.'],
    'stages[2]': ['The stage "Release" does not lead to the Terminal stage.'],
  };
  server.use(
    http.put(path, async ({ request }) => {
      const input = (await request.json()) as Sent;
      sent.push(input);
      const { 'stages[2]': left } = errors;
      const isNamed = input.stages[1]!.stage_activity !== '';
      if (input.keep_faults) return answer(stored, { message: 'It is saved' });
      return refuse(400, 'It has faults.', {
        errors: isNamed ? { 'stages[2]': left } : errors,
      });
    }),
  );
  const { user } = open();
  await choose('Review');
  const activity = () => screen.getByRole('textbox', { name: /Stage Activity/ });
  await user.clear(activity());
  await user.click(saveButton());
  const faults = within(await screen.findByRole('list', { name: 'Faults' }));
  expect(faults.getAllByRole('listitem')).toHaveLength(2);
  expect(activity()).toHaveAccessibleDescription(
    'Stage Activity is required. Describe in a few words what happens here.',
  );
  expect(screen.queryByRole('button', { name: /with these faults/ })).not.toBeInTheDocument();
  await user.click(faults.getByRole('button', { name: /does not lead to the Terminal stage/ }));
  expect(await panel('Release')).toHaveFocus();
  expect(await stage('Release')).toHaveAccessibleName(/has a fault/);

  await choose('New stage');
  await user.type(activity(), 'Look');
  expect(faults.getAllByRole('listitem')).toHaveLength(1);
  await user.click(saveButton());
  await user.click(await screen.findByRole('button', { name: 'Save it with these faults' }));
  expect(await screen.findByText('It is saved')).toBeInTheDocument();
  expect(sent.map(({ keep_faults }) => keep_faults)).toEqual([false, false, true]);
});

it('keeps unsaved changes over a reload, and shows the changes of another user', async () => {
  const first = open();
  await choose('Review');
  await first.user.type(screen.getByRole('textbox', { name: /Stage Activity/ }), ' anew');
  first.unmount();

  server.use(http.put(path, () => stale()));
  const { user } = open();
  expect(await screen.findByText('1 change not saved')).toBeInTheDocument();
  stored = makeDrawing({
    stages: makeDrawing().stages.filter(({ stage_id }) => stage_id !== 3),
    links: [{ current_stage: 1, next: 2 }],
    row_version: 2,
  });
  await user.click(saveButton());
  const meanwhile = await screen.findByRole('list', { name: 'Changes in the saved version' });
  expect(meanwhile).toHaveTextContent('“Release” removed');
  expect(saveButton()).toBeDisabled();
  server.use(storing());
  await user.click(screen.getByRole('button', { name: 'Keep my version' }));
  await user.click(saveButton());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.row_version).toBe(2);
  expect(sent[0]!.stages.map(({ stage_id }) => stage_id)).toEqual([1, 2, 0, 4]);
});

it('shows the stored drawing after unsaved changes are discarded with confirmation', async () => {
  const { user } = open();
  await choose('Review');
  await user.click(screen.getByRole('button', { name: 'Remove this stage' }));
  expect(screen.getByText(/changes not saved/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard changes' }),
  );
  expect(await stage('Review')).toBeInTheDocument();
  expect(screen.getByText('All changes saved')).toBeInTheDocument();
});

it('keeps the drawing while the connection is lost, and sends it again', async () => {
  server.use(http.put(path, () => Response.error()));
  const { user } = open();
  (await stage('Review')).focus();
  await user.keyboard('{ArrowRight}');
  await user.click(saveButton());
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.use(storing());
  fireEvent.click(again);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.stages[1]!.pos_x).toBe(0.51);
});

it('sets and removes the target of a stage, and shows it in the drawing and in the outline', async () => {
  server.use(storing());
  const { user } = open();
  await choose('Release');
  const fields = within(await panel('Release'));
  const target = fields.getByRole('textbox', { name: 'Target (working days)' });
  await user.type(target, '10');
  expect(await stage('Release')).toHaveAccessibleName(
    'Release, Data Officer, at 0.5, 0.6, target 10 working days',
  );
  await user.type(target, '00');
  expect(target).toHaveAccessibleDescription(/^Enter 1 to 250 working days, or nothing/);
  await user.type(target, '{Backspace}{Backspace}');
  await user.click(saveButton());
  expect(await screen.findByText('All changes saved')).toBeInTheDocument();
  expect(sent[0]!.stages.map((one) => one.target)).toEqual([null, null, 10, null]);

  await user.click(fields.getByRole('button', { name: 'All stages' }));
  const outline = within(screen.getByRole('list', { name: 'Stages in order' }));
  expect(
    outline.getByRole('button', { name: /^Release ?Data Officer, 10 working days$/ }),
  ).toBeVisible();

  // A stage of the requester has no decision, and so no target.
  await choose('Release');
  const again = within(await panel('Release'));
  await user.click(again.getByRole('combobox', { name: /Role/ }));
  await user.click(await screen.findByRole('option', { name: 'Data Requester' }));
  expect(again.queryByRole('textbox', { name: /Target/ })).not.toBeInTheDocument();
  await user.click(saveButton());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]!.stages[2]).toMatchObject({ role: 10, target: null });
});

it('sends a target out of range, so that the server refuses it', async () => {
  const message = 'Enter 1 to 250 working days, or nothing for a stage without a target.';
  server.use(
    http.put(path, async ({ request }) => {
      sent.push((await request.json()) as Sent);
      return refuse(400, message, { errors: { 'stages[2].target': [message] } });
    }),
  );
  const { user } = open();
  await choose('Release');
  const fields = within(await panel('Release'));
  await user.type(fields.getByRole('textbox', { name: /Target/ }), '300');
  await user.click(saveButton());
  expect(await screen.findByRole('list', { name: 'Faults' })).toHaveTextContent(message);
  expect(sent[0]!.stages[2]!.target).toBe(300);
});
