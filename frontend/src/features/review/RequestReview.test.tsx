import { useIsFetching } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StateComment } from '@/api/models';
import { followPrinting } from '@/lib/printing';
import { makeEntry } from '@/testing/auditFactories';
import { makeRequestedVariable } from '@/testing/factories';
import { renderPart, signInAs } from '@/testing/render';
import {
  answerVariables,
  editsOf,
  hoursAgo,
  makeActing,
  makeAttendant,
  makeComment,
  makeDue,
  makeRequest,
  makeRequestRow,
  makeState,
  mayNot,
} from '@/testing/reviewFactories';
import { answer, answerEntries, answerList, refuse, server, url } from '@/testing/server';
import { ReviewScreen } from './ReviewScreen';
import RequestPreviewPage from './RequestPreviewPage';
import TrackRequestPage from './TrackRequestPage';

let request = makeRequest();
let comments: StateComment[] = [];
const added: unknown[] = [];
const readsOnly = mayNot('Super Users can read Data Requests.');

beforeEach(() => {
  request = makeRequest();
  comments = [makeComment({ action_required: true })];
  added.length = 0;
  server.use(
    http.get(url('data_requests'), () => answer(request)),
    http.get(url('data_requests/dataset_variables'), ({ request: call }) =>
      answerVariables(request, call),
    ),
    http.get(url('data_requests/statecomment/list/11'), () => answer(comments)),
    http.post(url('data_requests/statecomment/add'), async ({ request: call }) => {
      added.push(await call.json());
      return answer({ comment_id: 9 }, { message: 'State Comment Successfully Created.' });
    }),
  );
});

const open = () => renderPart(<ReviewScreen />, '/datarequest?request_id=11');

afterEach(() => vi.unstubAllGlobals());

/** Makes the window wide, so that the comments are beside the sections. */
const widen = () =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    ...{ matches: true, media, onchange: null },
    ...{ addEventListener: () => {}, removeEventListener: () => {} },
    ...{ addListener: () => {}, removeListener: () => {}, dispatchEvent: () => false },
  }));

/** Opens the comments on a section. They are in a drawer, because jsdom has no width. */
async function openComments(user: ReturnType<typeof open>['user'], section: RegExp) {
  await user.click(await screen.findByRole('button', { name: section }));
  return screen.findByRole('dialog');
}

it('shows nine sections, and marks the one that requires action', async () => {
  signInAs('Data Security Reviewer');
  open();
  expect(
    await screen.findByText(
      'Submitted 8 days ago · Waiting for the Data Security Reviewer, 3 days',
    ),
  ).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent(
    'DAC0011 (REQ000011)',
  );
  expect(screen.getAllByRole('button', { name: /^\d comments?.*: / })).toHaveLength(9);
  expect(
    await screen.findByRole('button', { name: /^1 comment, action required: .*Devices/ }),
  ).toBeVisible();
});

it('folds the approval chain to one line, and shows it last', async () => {
  const decided = { attended_by: makeAttendant(), responded_on: '2026-03-05T10:00:00Z' };
  const stages = ['Approved', 'Unattended', 'Incoming'].map((state, place) =>
    makeState({ state_id: 94 + place, state, ...(place === 0 && decided) }),
  );
  request = makeRequest({ request_states: stages });
  signInAs('Data Security Reviewer');
  const { user } = open();
  const chain = await screen.findByRole('button', {
    name: /^Review and Approval Chain ?1 of 3 stages approved$/,
    expanded: false,
  });
  expect(screen.queryByRole('list', { name: 'Decisions' })).not.toBeInTheDocument();
  expect(screen.getAllByRole('heading', { level: 2 }).at(-1)).toContainElement(chain);
  await user.click(chain);
  const decisions = within(await screen.findByRole('list', { name: 'Decisions' }));
  expect(decisions.getAllByRole('listitem')).toHaveLength(3);
  expect(decisions.getByText(/Your decision is recorded as Naledi Okafor/)).toBeVisible();
});

it('shows the due date in the status line and at its stage', async () => {
  const due = makeDue({ state: 'Due soon' });
  request = makeRequest({
    due,
    request_states: [
      makeState({ target: 10, due }),
      makeState({ state_id: 96, state: 'Incoming', target: 5 }),
    ],
  });
  server.use(
    http.get(url('data_requests/request_states'), () => answer([])),
    http.get(url('data_requests/request_edges'), () => answer([])),
  );
  signInAs('Data Security Reviewer');
  const { user, unmount } = open();
  const lineOf = async () =>
    (await screen.findByText(/^Submitted 8 days ago/)).parentElement?.textContent;
  const line =
    'Submitted 8 days ago · Waiting for the Data Security Reviewer, 3 daysDue 04 December 2026 · Due soon';
  expect(await lineOf()).toBe(line);
  await user.click(screen.getByRole('button', { name: /^Review and Approval Chain/ }));
  const decisions = within(await screen.findByRole('list', { name: 'Decisions' }));
  const [waiting, incoming] = decisions.getAllByRole('listitem');
  expect(waiting).toHaveTextContent('Due 04 December 2026 · Due soon');
  expect(incoming).not.toHaveTextContent('Due');
  unmount();

  renderPart(<TrackRequestPage />, '/datarequest/track?request_id=11');
  expect(await lineOf()).toBe(line);
});

it('shows that the clock is paused while a comment waits for the requester', async () => {
  request = makeRequest({ due: makeDue({ on: null }) });
  signInAs('Data Security Reviewer');
  open();
  expect(await screen.findByText('Paused until a comment is resolved')).toBeVisible();
});

it('shows the requester and the principal investigator in one card', async () => {
  signInAs('Data Security Reviewer');
  const { user } = open();
  const requester = await screen.findByRole('button', { name: /^Requester Details/ });
  const principal = screen.getByRole('button', { name: /^Principal investigator/ });
  expect(screen.getByText('amara.linwood@university.example')).toBeVisible();
  expect(screen.getByText('leonora.abernathy@university.example')).toBeVisible();
  // The columns open and close together.
  await user.click(requester);
  for (const button of [requester, principal])
    expect(button).toHaveAttribute('aria-expanded', 'false');
});

it('shortens a long question until the reader asks for all of it', async () => {
  const question = 'Which districts register births late, and in which months of the year? ';
  request = makeRequest({ dataset_description: question.repeat(12) });
  signInAs('Data Security Reviewer');
  const { user } = open();
  const more = await screen.findByRole('button', { name: 'Show the whole question' });
  expect(more).toHaveAttribute('aria-expanded', 'false');
  await user.click(more);
  expect(screen.getByRole('button', { name: 'Show less of the question' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
});

it('warns of staff who have not complied with the confidentiality protocol', async () => {
  signInAs('Data Security Reviewer');
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Open all sections' }));
  expect(
    await screen.findByText('Thea Blackwood has not complied with the confidentiality protocol.'),
  ).toBeInTheDocument();
  expect(screen.getByText('01 February 2027 to 01 March 2027')).toBeInTheDocument();
});

it('prints the variables of a section that was never opened', async () => {
  const variables = [makeRequestedVariable({ var_name: 'birth_weight' })];
  request = makeRequest({ dataset_variables: variables });
  let read = 0;
  server.use(
    http.get(url('data_requests/dataset_variables'), ({ request: call }) => {
      read += 1;
      return answerVariables(request, call);
    }),
  );
  const UnderWay = () => <output aria-label="Calls under way">{useIsFetching()}</output>;
  signInAs('Data Security Reviewer');
  const end = followPrinting();
  renderPart(
    <>
      <ReviewScreen />
      <UnderWay />
    </>,
    '/datarequest?request_id=11',
  );
  await waitFor(() => {
    expect(read).toBe(2);
    expect(screen.getByLabelText('Calls under way')).toHaveTextContent('0');
  });
  expect(screen.queryByText('birth_weight')).not.toBeInTheDocument();
  act(() => void fireEvent(window, new Event('beforeprint')));
  expect(screen.getByText('birth_weight')).toBeInTheDocument();
  act(() => void fireEvent(window, new Event('afterprint')));
  end();
});

it('begins with a brief of what is asked for, on which devices, and by whom', async () => {
  const inTable = (changes: Parameters<typeof makeRequestedVariable>[0]) =>
    makeRequestedVariable({ tbl_name: 'births', rdataset: 11, ...changes });
  request = makeRequest({
    dataset_description: 'Which districts register births late?',
    dataset_variables: [
      inTable({ dataset_variable_id: 1 }),
      inTable({ dataset_variable_id: 2, derived: true }),
      inTable({ dataset_variable_id: 3, derived: true, is_identifiable: true }),
    ],
    filters: {
      facility_filter: ['Lake Region'],
      date_range_filter: { start_value: '2023-01-01', end_value: '2025-12-31' },
    },
  });
  signInAs('Data Security Reviewer');
  open();
  const brief = within(await screen.findByRole('region', { name: 'In brief' }));
  expect(brief.getByText('Which districts register births late?')).toBeVisible();
  expect(
    brief.getByText(
      '3 variables in 1 table, 1 identifies people, 01 January 2023 to 31 December 2025, Lake Region',
    ),
  ).toBeVisible();
  expect(brief.getByText('births: 1 ordinary, 1 derived, 1 identifies people')).toBeVisible();
  expect(brief.getByText('Thea Blackwood')).toBeVisible();
});

it('leads from the brief and from the blocked decision to the open comment', async () => {
  const blocked = mayNot('A comment requires action.');
  request = makeRequest({ acting: makeActing({ decide: blocked, blocked_until: hoursAgo(-46) }) });
  signInAs('Data Security Reviewer');
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Show 1 open comment' }));
  const heading = { name: 'Has the List of Devices Form been filed?' };
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('heading', heading)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Close the comments' }));
  await user.click(await screen.findByRole('button', { name: 'Show the comment' }));
  expect(within(await screen.findByRole('dialog')).getByRole('heading', heading)).toBeVisible();
});

it('shows reason and recommendation of a denial, even if they are blank', async () => {
  request = makeRequest({
    status: 'Denied',
    request_states: [makeState({ state: 'Denied', reason: 'Too wide', recommendation: ' ' })],
  });
  signInAs('Data Officer');
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /^Review and Approval Chain/ }));
  expect(await screen.findByText('Too wide')).toBeVisible();
  expect(screen.getByText('None provided')).toBeVisible();
});

it('adds a comment that requires action, and clears the form', async () => {
  signInAs('Data Security Reviewer');
  const { user } = open();
  const dialog = await openComments(user, /comments?.*: .*Sharing Agreement/);
  expect(within(dialog).getByText('No State Comments')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Add comment' }));
  expect(within(dialog).getByText('Comment is required')).toBeVisible();
  expect(added).toEqual([]);
  await user.type(within(dialog).getByLabelText('New comment'), ' Sign page 3. ');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Action required' }));
  await user.click(within(dialog).getByRole('button', { name: 'Add comment' }));
  expect(await screen.findByText('State Comment Successfully Created.')).toBeVisible();
  expect(added).toEqual([
    {
      request_state: 95,
      comment: 'Sign page 3.',
      section: 'Is Data Sharing Agreement Attached?',
      resolved: false,
      author: 108,
      data_request: 11,
      action_required: true,
    },
  ]);
  await waitFor(() => expect(within(dialog).getByLabelText('New comment')).toHaveValue(''));
});

it.each([
  [403, 'not_its_turn', 'It is not the turn of this stage.', ' It is not the turn of this stage.'],
  [503, 'database_unavailable', 'State Comment not successfully Created.', ''],
])('keeps a comment that was refused: %i, %s', async (status, reason, message, more) => {
  server.use(
    http.post(url('data_requests/statecomment/add'), () => refuse(status, message, { reason })),
  );
  signInAs('Data Security Reviewer');
  const { user } = open();
  const dialog = await openComments(user, /: .*Sharing Agreement/);
  await user.type(within(dialog).getByLabelText('New comment'), 'Sign page 3.');
  await user.click(within(dialog).getByRole('button', { name: 'Add comment' }));
  const words = await within(dialog).findByText('State Comment not successfully Created.');
  expect(words.parentElement?.textContent).toBe(`State Comment not successfully Created.${more}`);
  expect(within(dialog).getByLabelText('New comment')).toHaveValue('Sign page 3.');
});

it('shows an error of the comment at the field, and focuses it', async () => {
  server.use(
    http.post(url('data_requests/statecomment/add'), () =>
      refuse(400, 'Validation error', { errors: { comment: ['Remove the control characters.'] } }),
    ),
  );
  signInAs('Data Security Reviewer');
  const { user } = open();
  const dialog = await openComments(user, /: .*Sharing Agreement/);
  const field = within(dialog).getByLabelText('New comment');
  await user.type(field, 'Sign page 3.');
  await user.click(within(dialog).getByRole('button', { name: 'Add comment' }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Remove the control characters\./));
  expect(field).toHaveFocus();
  expect(within(dialog).queryByText(/not successfully Created/)).toBeNull();
});

it('offers no required action on the Data Specification Form', async () => {
  signInAs('Data Security Reviewer');
  const { user } = open();
  const dialog = await openComments(user, /: .*Data Specification Form/);
  expect(within(dialog).getByLabelText('New comment')).toBeVisible();
  expect(within(dialog).queryByRole('checkbox')).not.toBeInTheDocument();
});

it('asks before a comment on an unchanged section is resolved', async () => {
  server.use(
    http.patch(url('data_requests/statecomment/update/5'), () => {
      comments = [makeComment({ resolved: true, may_resolve: false })];
      return answer(null, { message: 'Resolved' });
    }),
  );
  signInAs('Data Security Reviewer');
  const { user } = open();
  const dialog = await openComments(user, /action required/);
  await user.click(within(dialog).getByRole('button', { name: 'Mark as resolved' }));
  const question = await screen.findByRole('dialog', { name: /without a change/ });
  expect(question).toHaveTextContent('Nothing in this section has changed');
  expect(within(dialog).queryByText('resolved')).toBeNull();
  await user.click(within(question).getByRole('button', { name: 'Mark as resolved' }));
  expect(await within(dialog).findByText('resolved')).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Mark as resolved' })).toBeNull();
});

it('resolves without a confirmation if the section has changed, and can reopen', async () => {
  const sent: unknown[] = [];
  comments = [makeComment({ action_required: true, section_changed: true })];
  server.use(
    http.patch(url('data_requests/statecomment/update/5'), async ({ request: call }) => {
      const { resolved } = (await call.json()) as { resolved: boolean };
      sent.push(resolved);
      comments = [makeComment({ action_required: true, resolved, may_reopen: resolved })];
      return answer(null, { message: resolved ? 'Resolved' : 'The State Comment is open again.' });
    }),
  );
  signInAs('Data Security Reviewer');
  const { user } = open();
  const dialog = await openComments(user, /action required/);
  expect(
    within(dialog).getByText(/The request still waits for the requester until this comment/),
  ).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Mark as resolved' }));
  await user.click(await within(dialog).findByRole('button', { name: 'Reopen' }));
  expect(await within(dialog).findByRole('button', { name: 'Mark as resolved' })).toBeVisible();
  expect(sent).toEqual([true, false]);
});

it('draws only the comments on the first section with an open one', async () => {
  comments = [
    makeComment({ comment_id: 4, section: 'Purpose', comment: 'Thank you.', resolved: true }),
    makeComment(),
  ];
  let drewOthers = false;
  const observer = new MutationObserver(() => {
    drewOthers ||= screen.queryByText('Thank you.') !== null;
  });
  observer.observe(document.body, { childList: true, subtree: true });
  widen();
  signInAs('Data Security Reviewer');
  open();
  expect(await screen.findByText('The serial number misses a digit.')).toBeVisible();
  observer.disconnect();
  expect(drewOthers).toBe(false);
});

it('adds a comment to the chosen section only, and names the section', async () => {
  widen();
  signInAs('Data Security Reviewer');
  const { user, unmount } = open();
  const panel = await screen.findByRole('complementary');
  // The panel opens on the section with the open comment.
  expect(
    await within(panel).findByRole('heading', { name: 'Has the List of Devices Form been filed?' }),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Is Data Sharing Agreement Attached/ }));
  const field = await within(panel).findByLabelText('New comment');
  expect(field).toHaveAccessibleDescription('On the section Is Data Sharing Agreement Attached?');
  await user.type(field, 'Sign page 3.');
  // Opening another section does not replace the comment that is being written.
  await user.click(screen.getByRole('button', { name: /^Data format requested/ }));
  expect(within(panel).getByLabelText('New comment')).toHaveValue('Sign page 3.');
  await user.click(screen.getByRole('button', { name: /^0 comments: Data format requested/ }));
  expect(within(panel).getByLabelText('New comment')).toHaveAccessibleDescription(
    'On the section Data format requested',
  );
  // An unsent comment survives a reload.
  unmount();
  open();
  const again = within(await screen.findByRole('complementary'));
  expect(await again.findByLabelText('New comment')).toHaveValue('Sign page 3.');
});

it('clears the field of a comment whose response arrives while another section is shown', async () => {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  server.use(
    http.post(url('data_requests/statecomment/add'), async () => {
      await held;
      return answer({ comment_id: 9 }, { message: 'State Comment Successfully Created.' });
    }),
  );
  widen();
  signInAs('Data Security Reviewer');
  const { user } = open();
  const panel = within(await screen.findByRole('complementary'));
  const choose = (name: RegExp) => user.click(screen.getByRole('button', { name }));
  await screen.findByRole('button', { name: /^1 comment/ });
  await choose(/^0 comments: Data format requested/);
  await user.type(panel.getByLabelText('New comment'), 'On paper?');
  await user.click(panel.getByRole('button', { name: 'Add comment' }));
  await choose(/^0 comments: Is Data Sharing Agreement/);
  await user.type(panel.getByLabelText('New comment'), 'Sign page 3.');
  arrive();
  expect(await screen.findByText('State Comment Successfully Created.')).toBeVisible();
  expect(panel.getByLabelText('New comment')).toHaveValue('Sign page 3.');
  await choose(/^0 comments: Data format requested/);
  expect(panel.getByLabelText('New comment')).toHaveValue('');
});

it('keeps an unsent comment and reply when another person decides', async () => {
  comments = [makeComment({ reply_as: 100 })];
  widen();
  signInAs('Data Security Reviewer');
  const { user } = open();
  const panel = within(await screen.findByRole('complementary'));
  await user.click(await screen.findByRole('button', { name: /^1 comment: / }));
  await user.click(panel.getByRole('button', { name: 'Reply' }));
  await user.type(panel.getByRole('textbox', { name: 'Reply' }), 'SN-0042');
  await user.type(panel.getByLabelText('New comment'), 'Sign page 3.');
  const done = mayNot('The Data Security Reviewer already approved this stage.');
  request = makeRequest({ acting: makeActing({ decide: done, comment: done }) });
  comments = [makeComment({ reply_as: null })];
  // Refetches the page, as after a push message.
  fireEvent(window, new Event('visibilitychange'));
  expect(await panel.findByLabelText('Your comment, not sent')).toHaveValue('Sign page 3.');
  expect(panel.getByLabelText('Your reply, not sent')).toHaveValue('SN-0042');
  expect(panel.queryByRole('button', { name: 'Send reply' })).not.toBeInTheDocument();
});

it("leads from the decision at the user's own stage to its proof and to the next request", async () => {
  const done = mayNot('The Data Security Reviewer already approved this stage.');
  request = makeRequest({
    request_states: [
      makeState({
        state: 'Approved',
        attended_by: makeAttendant(),
        responded_on: '2026-03-05T10:00:00Z',
      }),
      makeState({ state_id: 96, role: 'Data Security Approver' }),
    ],
    acting: makeActing({ decide: done, comment: done }),
  });
  const lists: (string | null)[] = [];
  const rows = [
    // The request that was just decided may still be in a cached list.
    makeRequestRow(),
    makeRequestRow({ request_id: 12, may_decide: false }),
    makeRequestRow({ request_id: 13 }),
    makeRequestRow({ request_id: 14 }),
  ];
  server.use(
    http.get(url('data_requests'), ({ request: call }) => {
      const { searchParams } = new URL(call.url);
      if (searchParams.has('request_id')) return answer(request);
      lists.push(searchParams.get('status'));
      return answerList(rows, rows.length);
    }),
    http.get(url('data_requests/11/record'), () =>
      answerEntries([
        makeEntry(200, { kind: 'request.decided', words: 'Decision', details: { state: 95 } }),
      ]),
    ),
  );
  signInAs('Data Security Reviewer');
  open();
  expect(
    await screen.findByText(
      /^You approved this stage on 05 March 2026 at \d\d:\d\d\. It now waits for the Data Security Approver\.$/,
    ),
  ).toBeVisible();
  const note = within(
    screen.getByText(/^You approved this stage/).closest<HTMLElement>('[role="status"]')!,
  );
  expect(await note.findByText('Entry 200 in the log')).toBeVisible();
  expect(note.getByRole('button', { name: /^Download proof: Your stage, / })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Next request (2 to decide)' })).toHaveAttribute(
    'href',
    '/datarequest?request_id=13',
  );
  expect(lists).toEqual(['["Unattended"]']);
  expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Decision' })).not.toBeInTheDocument();
});

it('shows the replies to a comment, and sends one', async () => {
  const author = {
    assigned_role_id: 100,
    user: { user_id: 1, fname: 'Amara', sname: 'Linwood' },
    org_role: { role: { role: 'Data Requester' } },
  };
  const first = { reply_id: 1, comment: 5, reply: 'Which one?', author, created_on: hoursAgo(1) };
  comments = [makeComment({ replies: [first], reply_as: 108 })];
  const sent: unknown[] = [];
  server.use(
    http.post(url('data_requests/reply/add'), async ({ request: call }) => {
      sent.push(await call.json());
      comments = [makeComment({ replies: [first, { ...first, reply_id: 2, reply: 'The last.' }] })];
      return answer({ reply_id: 2 }, { message: 'The reply was added.' });
    }),
  );
  signInAs('Data Security Reviewer');
  const { user } = open();
  const dialog = await openComments(user, /^1 comment: .*Devices/);
  const replies = await within(dialog).findByRole('list', { name: 'Replies' });
  expect(replies).toHaveTextContent('Data RequesterAmara Linwood');
  expect(replies).toHaveTextContent('Which one?');
  await user.click(within(dialog).getByRole('button', { name: 'Reply' }));
  await user.click(within(dialog).getByRole('button', { name: 'Send reply' }));
  expect(within(dialog).getByText('Reply is required')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: 'Reply' }), ' The last. ');
  await user.click(within(dialog).getByRole('button', { name: 'Send reply' }));
  expect(await screen.findByText('The reply was added.')).toBeVisible();
  expect(sent).toEqual([{ comment: 5, reply: 'The last.', author: 108 }]);
  expect(await within(dialog).findByText('The last.')).toBeVisible();
  expect(within(dialog).queryByRole('textbox', { name: 'Reply' })).not.toBeInTheDocument();
});

it('keeps a refused reply on this device', async () => {
  comments = [makeComment({ reply_as: 108 })];
  server.use(
    http.post(url('data_requests/reply/add'), () => refuse(403, 'It is not yours to reply.')),
  );
  signInAs('Data Security Reviewer');
  const first = open();
  let dialog = await openComments(first.user, /^1 comment: .*Devices/);
  await first.user.click(await within(dialog).findByRole('button', { name: 'Reply' }));
  await first.user.type(within(dialog).getByRole('textbox', { name: 'Reply' }), 'The last.');
  await first.user.click(within(dialog).getByRole('button', { name: 'Send reply' }));
  expect(await within(dialog).findByText('It is not yours to reply.')).toBeVisible();
  expect(within(dialog).getByRole('textbox', { name: 'Reply' })).toHaveValue('The last.');
  first.unmount();
  const { user } = open();
  dialog = await openComments(user, /^1 comment: .*Devices/);
  expect(await within(dialog).findByRole('textbox', { name: 'Reply' })).toHaveValue('The last.');
  await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
  expect(within(dialog).getByRole('button', { name: 'Reply' })).toHaveFocus();
});

it('shows how long a required action blocks, and offers a choice of sections', async () => {
  comments = [
    makeComment({ action_required: true, blocks_until: hoursAgo(-30.5) }),
    makeComment({ comment_id: 6, section: 'Data format requested', comment: 'As CSV?' }),
  ];
  signInAs('Data Security Reviewer');
  const { user } = open();
  const dialog = await openComments(user, /action required/);
  expect(await within(dialog).findByText(/30 hours left/)).toBeVisible();
  expect(within(dialog).queryByText('As CSV?')).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole('combobox', { name: 'Section' }));
  const list = await screen.findByRole('listbox');
  expect(within(list).getAllByRole('option')).toHaveLength(10);
  expect(
    within(list).getByRole('option', { name: /Devices.*1 comment, action required/ }),
  ).toBeVisible();
  await user.click(within(list).getByRole('option', { name: /^All sections/ }));
  expect(await within(dialog).findByText('As CSV?')).toBeVisible();
  expect(within(dialog).getByText('The serial number misses a digit.')).toBeVisible();
  expect(within(dialog).getByText('Choose a section to comment on it.')).toBeVisible();
});

it('shows comments by round, and the note of the current round', async () => {
  request = makeRequest({
    round: 2,
    rounds: [
      { round: 1, started_on: hoursAgo(300), note: null },
      { round: 2, started_on: hoursAgo(4), note: 'The agreement is signed.' },
    ],
  });
  comments = [
    makeComment({ comment: 'Of the first round' }),
    makeComment({ comment_id: 6, round: 2, comment: 'Of the second round' }),
  ];
  signInAs('Data Security Reviewer');
  const { user } = open();
  expect(await screen.findByText('The agreement is signed.')).toBeVisible();
  const dialog = await openComments(user, /^2 comments: .*Devices/);
  const now = await within(dialog).findByRole('list', { name: 'Round 2, now' });
  expect(now).toHaveTextContent('Of the second round');
  expect(within(dialog).getByRole('list', { name: 'Round 1' })).toHaveTextContent(
    'Of the first round',
  );
});

it("disables comments and decision before the user's turn, with the reason", async () => {
  const incoming = mayNot('This Data Request is Incoming');
  request = makeRequest({
    request_states: [makeState({ state: 'Incoming' })],
    acting: makeActing({ decide: incoming, comment: incoming }),
  });
  signInAs('Data Security Reviewer');
  const { user } = open();
  expect(await screen.findByRole('button', { name: 'Approve' })).toBeDisabled();
  expect(screen.getByText('This Data Request is Incoming')).toBeVisible();
  const dialog = await openComments(user, /: .*Sharing Agreement/);
  expect(within(dialog).getByText('This Data Request is Incoming')).toBeVisible();
  expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument();
});

it('lets a Super User only read and recall', async () => {
  request = makeRequest({
    may_recall: true,
    acting: makeActing({ stage: null, decide: readsOnly, comment: readsOnly }),
  });
  const recalled: unknown[] = [];
  server.use(
    http.put(url('data_requests/cancel_request'), async ({ request: call }) => {
      recalled.push(await call.json());
      return answer(null, { message: 'The Data Request was recalled.' });
    }),
  );
  signInAs('Super User');
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Recall Request' }));
  expect(await screen.findByRole('heading', { name: 'Recall Data Request' })).toBeVisible();
  expect(screen.getByRole('dialog')).toHaveTextContent('DAC0011, “Late registration of births”');
  await user.dblClick(screen.getByRole('button', { name: 'Cancel Request' }));
  expect(await screen.findByText('The Data Request was recalled.')).toBeVisible();
  expect(recalled).toEqual([{ request_id: 11 }]);
  expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
});

it('offers the export of variables to the Data Officer only', async () => {
  signInAs('Data Officer');
  const { user, unmount } = open();
  await user.click(await screen.findByRole('button', { name: 'More exports' }));
  expect(screen.getByRole('menuitem', { name: 'Export Variables' })).toBeVisible();
  unmount();
  signInAs('Data Custodian');
  open();
  expect(await screen.findByRole('button', { name: 'Export' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'More exports' })).not.toBeInTheDocument();
});

it('offers the approval letter to every reader of an approved request', async () => {
  request = makeRequest({ status: 'Approved' });
  server.use(
    http.get(url('data_requests/request_states'), () => answer([])),
    http.get(url('data_requests/request_edges'), () => answer([])),
  );
  signInAs('Data Custodian');
  const { unmount } = open();
  expect(await screen.findByRole('button', { name: 'Approval Letter' })).toBeVisible();
  unmount();
  renderPart(<TrackRequestPage />, '/datarequest/track?request_id=11');
  expect(await screen.findByRole('heading', { name: 'Late registration of births' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Approval Letter' })).toBeVisible();
});

it('lists all audit entries on the tracking page', async () => {
  server.use(
    http.get(url('data_requests/request_states'), () => answer([])),
    http.get(url('data_requests/request_edges'), () => answer([])),
    http.get(url('data_requests/11/record'), () =>
      answerEntries([
        makeEntry(9, {
          kind: 'request.decided',
          words: 'Decision',
          person: { user_id: 40, name: 'Odette Marsh' },
          details: {
            state: 95,
            stage: 5,
            round: 2,
            outcome: 'Approved',
            status: 'Pending',
            version: 4,
          },
        }),
        makeEntry(8),
      ]),
    ),
  );
  signInAs('Data Custodian');
  renderPart(<TrackRequestPage />, '/datarequest/track?request_id=11');
  const list = await screen.findByRole('list', { name: 'What was done' });
  const [decision, comment] = within(list).getAllByRole('listitem');
  expect(decision).toHaveTextContent(/^Odette Marsh approved as Data Security Reviewer/);
  // The stage of an entry is counted from another start than that of the drawing.
  expect(decision).toHaveTextContent(/M · Round 2 · Version 4$/);
  expect(
    within(decision!).getByRole('button', { name: /^Download proof: Decision, / }),
  ).toBeVisible();
  expect(comment).toHaveTextContent(/^Amara Linwood required action on Ethics/);
});

it('reports a missing request', async () => {
  server.use(http.get(url('data_requests'), () => refuse(404, 'Not found')));
  signInAs('Data Officer');
  open();
  expect(await screen.findByText('No Data requests found')).toBeVisible();
});

it('shows that the requester claims exemption from ethics approval', async () => {
  request = makeRequest({ exempted: true, ethics_doc_path: null });
  signInAs('Data Security Reviewer');
  const { user } = open();
  expect(await screen.findByText('No, exemption claimed')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Open all sections' }));
  expect(
    screen.getAllByText('The requester claims that the study is exempt from ethics approval'),
  ).toHaveLength(2);
  expect(screen.getByText('No approval letter attached')).toBeInTheDocument();
});

it('shows the requester, the purpose, and what is missing or not limited', async () => {
  request = makeRequest({ organization: { name: 'Meadow Lane Health Collective' } });
  signInAs('Data Security Reviewer');
  const { user } = open();
  expect(await screen.findAllByText('Amara Linwood')).not.toHaveLength(0);
  expect(screen.getByText('Meadow Lane Health Collective')).toBeVisible();
  // In the brief and in the section.
  expect(screen.getAllByText('Other: Planning of clinics')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Open all sections' }));
  // The agreement, the specification form and the devices.
  expect(screen.getAllByText('No information available')).toHaveLength(3);
  for (const filter of ['Facilities', 'Period of the data']) {
    expect(screen.getByText(filter).nextElementSibling).toHaveTextContent('All');
  }
});

it('uses the stage that the server names if a role has two stages', async () => {
  request = makeRequest({
    request_states: [
      makeState({ state_id: 94, state: 'Approved' }),
      makeState({ state_id: 95, state: 'Unattended' }),
    ],
  });
  signInAs('Data Security Reviewer');
  const { user } = open();
  expect(await screen.findByRole('button', { name: 'Approve' })).toBeEnabled();
  const dialog = await openComments(user, /: .*Sharing Agreement/);
  await user.type(within(dialog).getByLabelText('New comment'), 'Sign page 3.');
  await user.click(within(dialog).getByRole('button', { name: 'Add comment' }));
  await waitFor(() => expect(added).toMatchObject([{ request_state: 95, author: 108 }]));
});

it('renders missing states, and states with invalid positions and times', async () => {
  signInAs('Data Security Reviewer');
  request = makeRequest({ request_states: undefined, approval_chain: [] });
  const first = open();
  const openChain = async (user: typeof first.user) =>
    user.click(await screen.findByRole('button', { name: /^Review and Approval Chain/ }));
  await openChain(first.user);
  expect(await screen.findByText('Pending Access Approval')).toBeVisible();
  first.unmount();
  const word = 'W'.repeat(5_000);
  request = makeRequest({
    title: word,
    request_states: [
      makeState({ pos_x: NaN, responded_on: 'NaN', stage_activity: word, stage_order: NaN }),
    ],
  });
  const { user } = open();
  expect(await screen.findByRole('heading', { level: 1, name: word })).toBeVisible();
  await openChain(user);
  expect(await screen.findByRole('list', { name: 'Decisions' })).toHaveTextContent(word);
});

it('does not mark a required action as urgent after its deadline', async () => {
  comments = [makeComment({ action_required: true, blocks_until: null })];
  signInAs('Data Security Reviewer');
  const { user } = open();
  const dialog = await openComments(user, /^1 comment: .*Devices/);
  expect(
    within(dialog).getByText('Action was required. Decisions are no longer blocked.'),
  ).toBeVisible();
  expect(within(dialog).queryByText('Action required', { selector: 'p' })).toBeNull();
  expect(within(dialog).getByRole('button', { name: 'Mark as resolved' })).toBeVisible();
});

it('marks a required action as urgent until its last day', async () => {
  comments = [makeComment({ action_required: true, blocks_until: null, answer_by: '2027-07-13' })];
  signInAs('Data Security Reviewer');
  const { user } = open();
  const dialog = within(await openComments(user, /^1 comment, action required: .*Devices/));
  expect(dialog.getByText('Action required. Reviewers can decide meanwhile.')).toBeVisible();
  expect(dialog.getByText('Answer by 13 July 2027')).toBeVisible();
});

it('shows the last day for an answer at the comment', async () => {
  comments = [makeComment({ action_required: true, answer_by: '2027-07-13' })];
  signInAs('Data Security Reviewer');
  const { user } = open();
  const dialog = await openComments(user, /^1 comment.*Devices/);
  expect(within(dialog).getByText('Answer by 13 July 2027')).toBeVisible();
  expect(within(dialog).queryByText(/You can resubmit/)).not.toBeInTheDocument();
});

it('shows the last day for an answer in the line of the status', async () => {
  request = makeRequest({ answer_by: '2027-07-13' });
  signInAs('Data Security Reviewer');
  open();
  expect(await screen.findByText('Answer by 13 July 2027')).toBeVisible();
});

it('says that a request was recalled without an answer in time', async () => {
  request = makeRequest({
    status: 'Recalled',
    request_states: [makeState({ state: 'Recalled', reason: 'No answer in time' })],
  });
  signInAs('Data Security Reviewer');
  open();
  const note = (await screen.findByText(/^A comment that required action was not answered/))
    .parentElement;
  expect(note).toHaveTextContent(/^Recalled: No answer in time/);
  expect(note).toHaveTextContent(/The requester can resubmit the request\.$/);
});

it('shows a decided request without a decision bar', async () => {
  const done = mayNot('This Data Request is Approved');
  request = makeRequest({
    status: 'Approved',
    acting: makeActing({ decide: done, comment: done }),
  });
  signInAs('Data Security Reviewer');
  open();
  expect(await screen.findByText('This Data Request is Approved')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
});

it('previews a request without comments, documents and decision, and links to its sections', async () => {
  request = makeRequest({ dataset_variables: [makeRequestedVariable({ is_identifiable: true })] });
  signInAs('Data Officer');
  const { unmount } = renderPart(<RequestPreviewPage />, '/datarequest/preview?request_id=11');
  expect(await screen.findByText('Other: Planning of clinics')).toBeVisible();
  for (const name of ['Requester Details', 'Request Details', 'Principal Investigator']) {
    expect(screen.getByRole('heading', { name })).toBeVisible();
  }
  expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Recall Request' })).not.toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Documents' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Documents and sections' })).toHaveAttribute(
    'href',
    '/datarequest?request_id=11',
  );
  // Only the Data Custodian gets the table of variables. Others read the names in the
  // specification.
  expect(await screen.findByText('birth_date (PII)')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Dataset Variables' })).not.toBeInTheDocument();
  unmount();
  signInAs('Data Custodian');
  renderPart(<RequestPreviewPage />, '/datarequest/preview?request_id=11');
  const variables = await screen.findByRole('region', { name: 'Dataset Variables' });
  expect(await within(variables).findByText('Date of birth')).toBeVisible();
});

it('logs a failed export, and shows a general message', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(
    http.get(url('data_requests/download-request/11'), () =>
      refuse(500, 'Error Downloading Data Requests'),
    ),
  );
  signInAs('Data Custodian');
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  expect(await screen.findByText('External Error, Please try again later')).toBeVisible();
  expect(logged).toHaveBeenCalledWith('Error Downloading Data Requests', expect.anything());
  logged.mockRestore();
});

it('leads a Super User from a comment on a denied request to the edit', async () => {
  const acting = makeActing({ edit: editsOf(['agreement', 'staff']) });
  request = makeRequest({ status: 'Denied', acting });
  comments = [
    makeComment({ section: 'Is Data Sharing Agreement Attached?', action_required: true }),
    makeComment({
      comment_id: 6,
      section: 'Has the List of Staff Form been filed?',
      action_required: true,
    }),
  ];
  // jsdom does not implement scrolling.
  Element.prototype.scrollIntoView = vi.fn();
  signInAs('Super User');
  const { user } = open();
  const choose = async (section: RegExp) =>
    user.click(await screen.findByRole('button', { name: section }));
  await choose(/comment.*: Has the List of Staff Form been filed\?$/);
  await choose(/^Edit section: Has the List of Staff/);
  expect(await screen.findByRole('button', { name: 'Add staff member' })).toBeVisible();
  await choose(/comment.*: Is Data Sharing Agreement Attached\?$/);
  expect(
    await screen.findByRole('button', { name: /^Edit section: Is Data Sharing/ }),
  ).toBeVisible();
});

it('shows that the request has changed since the last visit, with the changes', async () => {
  request = makeRequest({ version: 4, changed_since: 2 });
  server.use(
    http.get(url('data_requests/11/changes'), ({ request: call }) => {
      expect(new URL(call.url).search).toBe('?from=2&to=4');
      return answer({ from: 2, to: 4, sections: [] });
    }),
  );
  signInAs('Data Security Reviewer');
  const { user } = open();
  expect(await screen.findByText(/you saw version 2, and this is version 4/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show what changed' }));
  expect(await screen.findByText('No changes.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Hide what changed' })).toBeVisible();
});
