import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DataRequest, StateComment } from '@/api/models';
import { makeEntry } from '@/testing/auditFactories';
import { makeUser, makeRequestedVariable } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import {
  answerVariables,
  editsOf,
  hoursAgo,
  makeActing,
  makeComment,
  makeExpected,
  makeExtension,
  makeRequest,
  makeState,
} from '@/testing/reviewFactories';
import { answer, answerEntries, answerList, refuse, server, url } from '@/testing/server';

const path = '/requester/singlerequest?request_id=11';
let request: DataRequest;
let comments: StateComment[];

beforeEach(() => {
  request = makeRequest({ is_own: true, may_recall: true });
  comments = [];
  server.use(
    http.get(url('users/detailuser'), () => answer(null, { user: makeUser() })),
    http.get(url('data_requests'), () => answer(request)),
    http.get(url('data_requests/dataset_variables'), ({ request: call }) =>
      answerVariables(request, call),
    ),
    http.get(url('data_requests/statecomment/list/:id'), () => answer(comments)),
    http.get(url('data_requests/request_states'), () => answer(request.request_states)),
    http.get(url('data_requests/request_edges'), () => answer([])),
  );
  signInAs('Data Requester');
});

it('shows the request, the stage whose turn it is, and the requested data', async () => {
  renderApp(path);
  expect(await screen.findByText('REQ000011')).toBeVisible();
  expect(
    screen.getByText(/Submitted 8 days ago · Waiting for the Data Security Reviewer, 3 days/),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute(
    'href',
    '/requester/myrequests',
  );
  expect(
    screen.getByRole('heading', { name: 'Late registration of births', level: 1 }),
  ).toBeVisible();
  expect(screen.getByText('Submitted Data Request')).toBeVisible();
  expect(screen.queryByText('Request submitted')).not.toBeInTheDocument();
  for (const title of [
    'Requester Details',
    'Request Details',
    'Principal Investigator',
    'Data Specification',
    'Purposes',
    'Documents',
  ]) {
    expect(screen.getByRole('heading', { name: title, level: 2 })).toBeVisible();
  }
  expect(screen.getByText('Other: Planning of clinics')).toBeVisible();
  expect(screen.getByText('01 February 2027 to 01 March 2027')).toBeVisible();
});

it('shows by when the decision is expected, and the reason of an extension', async () => {
  request = makeRequest({
    is_own: true,
    expected: makeExpected({ extended: makeExtension() }),
  });
  renderApp(path);
  expect(
    await screen.findByText('Expected by 04 December 2026 · extended by 1 month'),
  ).toBeVisible();
  expect(screen.getByText('Reason: The ethics committee meets in May.')).toBeVisible();
});

it('shows the last day for an answer, and at the comment what happens without one', async () => {
  request = makeRequest({ is_own: true, answer_by: '2027-07-13' });
  comments = [
    makeComment({ action_required: true, answer_by: '2027-07-13' }),
    makeComment({ comment_id: 6, action_required: true, answer_by: '2027-07-20', answered: true }),
  ];
  renderApp(path);
  expect(await screen.findByText('Answer by 13 July 2027')).toBeVisible();
  const panel = await screen.findByRole('region', { name: 'Comments' });
  expect(
    await within(panel).findByText(
      'Answer by 13 July 2027, or the request is recalled. You can resubmit it then.',
    ),
  ).toBeVisible();
  expect(within(panel).getByText('You have answered.')).toBeVisible();
  expect(within(panel).queryByText(/20 July/)).not.toBeInTheDocument();
});

const recalled = (reason: string | null) =>
  makeRequest({
    is_own: true,
    status: 'Recalled',
    request_states: [makeState({ state: 'Recalled', reason, responded_on: hoursAgo(1) })],
  });

it('says that a request was recalled without an answer in time', async () => {
  request = recalled('No answer in time');
  renderApp(path);
  expect(await screen.findByText('Recalled: No answer in time')).toBeVisible();
  expect(screen.getByText(/^A comment that requires your action was not answered/)).toBeVisible();
});

it('gives no reason for a recall by a person', async () => {
  request = recalled(null);
  renderApp(path);
  expect(await screen.findByText('REQ000011')).toBeVisible();
  expect(screen.queryByText(/No answer in time|was not answered/)).not.toBeInTheDocument();
});

it('reopens the last opened request of this user', async () => {
  const first = renderApp(path);
  await screen.findByText('REQ000011');
  first.unmount();
  renderApp('/requester/singlerequest');
  expect(await screen.findByText('REQ000011')).toBeVisible();
});

describe('the confirmation of a submission', () => {
  const submitted = `${path}&submitted=true`;
  const outlook = (usual_days: number | null, by_mail: boolean) =>
    http.get(url('data_requests/11/outlook'), () => answer({ usual_days, by_mail }));
  const panel = () => screen.findByRole('region', { name: 'Request submitted' });

  beforeEach(() => {
    request = makeRequest({
      is_own: true,
      title: 'Low birth weight and distance to antenatal care in four districts of Lake Region',
      approval_chain: [95, 96, 97],
      request_states: [
        makeState({ state_id: 97, state: 'Incoming', role: 'Data Officer' }),
        makeState({ state_id: 95, role: 'Data Access Reviewer' }),
        makeState({ state_id: 96, state: 'Incoming', role: 'Data Custodian' }),
        makeState({ state_id: 94, state: 'Approved', role: 'Data Requester' }),
      ],
    });
  });

  it('shows the reference, the stages in their order, and where to go', async () => {
    server.use(outlook(8, true));
    const { user } = renderApp(submitted);
    const shown = within(await panel());
    expect(shown.getByText('REQ000011')).toBeVisible();
    const copied = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(shown.getByRole('button', { name: 'Copy the reference' }));
    expect(copied).toHaveBeenCalledWith('REQ000011');
    expect(
      shown.getByText(/^The Data Access Reviewer of National Health Institute decides first\./),
    ).toBeVisible();
    expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Data Access Reviewer National Health Institute',
      'Data Custodian National Health Institute',
      'Data Officer National Health Institute',
    ]);
    expect(
      await shown.findByText('Half of the last requests were decided within 8 days.'),
    ).toBeVisible();
    expect(shown.getByText('You get an email about each decision.')).toBeVisible();
    expect(shown.getByRole('link', { name: 'Track this request' })).toHaveAttribute(
      'href',
      `${path}&tab=track`,
    );
    expect(shown.getByRole('button', { name: 'Export as PDF' })).toBeVisible();
    expect(shown.getByRole('link', { name: 'Go to home' })).toHaveAttribute(
      'href',
      '/requester/home',
    );
  });

  it('promises neither a time nor an email without knowing', async () => {
    let isRead = false;
    server.use(
      http.get(url('data_requests/11/outlook'), () => {
        isRead = true;
        return answer({ usual_days: null, by_mail: false });
      }),
    );
    renderApp(submitted);
    const shown = within(await panel());
    await waitFor(() => expect(isRead).toBe(true));
    expect(shown.queryByText(/decided within/)).not.toBeInTheDocument();
    expect(shown.queryByText(/email/)).not.toBeInTheDocument();
  });

  it('is absent after a recall', async () => {
    request = { ...request, status: 'Recalled' };
    renderApp(submitted);
    expect(await screen.findByRole('heading', { name: request.title, level: 1 })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Request submitted' })).not.toBeInTheDocument();
  });
});

it('reports a missing request', async () => {
  server.use(http.get(url('data_requests'), () => refuse(404, 'Not yours')));
  renderApp('/requester/singlerequest?request_id=99');
  expect(await screen.findByText('No Data requests found')).toBeVisible();
});

it('shows the reason and the recommendation of a denial', async () => {
  request = makeRequest({
    status: 'Denied',
    status_text: 'Denied on the 5th day',
    request_states: [makeState({ state: 'Denied', reason: 'Shared folder', recommendation: ' ' })],
  });
  renderApp(path);
  expect(await screen.findByText('Denied by the Data Security Reviewer')).toBeVisible();
  expect(screen.getByText('Reason: Shared folder')).toBeVisible();
  expect(screen.getByText('Recommendation: None provided')).toBeVisible();
  expect(screen.getByText(/Denied on the 5th day/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Recall Request' })).not.toBeInTheDocument();
});

describe('resubmitting', () => {
  it('is not offered without requested data, and the reason is shown', async () => {
    const why_not =
      'Please upload your General Data Specification Form since no variables were selected.';
    request = makeRequest({
      is_own: true,
      status: 'Denied',
      acting: makeActing({ resubmit: { allowed: false, why_not } }),
    });
    renderApp(path);
    expect(await screen.findByText(why_not)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Resubmit' })).toBeNull();
  });

  const denied = (changes: Partial<DataRequest> = {}) =>
    makeRequest({
      is_own: true,
      status: 'Denied',
      request_states: [makeState({ state: 'Denied', reason: 'Shared folder' })],
      acting: makeActing({ resubmit: { allowed: true, why_not: null } }),
      ...changes,
    });

  it('sends the note, and shows the new round', async () => {
    request = denied();
    const sent: unknown[] = [];
    server.use(
      http.post(url('data_requests/11/resubmit'), async (call) => {
        sent.push(await call.request.json());
        request = makeRequest({
          is_own: true,
          round: 2,
          rounds: [
            { round: 1, started_on: '2026-01-01T10:00:00Z', note: null },
            { round: 2, started_on: '2026-02-01T10:00:00Z', note: 'Signed.' },
          ],
        });
        return answer(
          { round: 2, status: 'Pending' },
          { message: 'You have successfully resubmitted your Data Request.' },
        );
      }),
    );
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Resubmit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Resubmit Data Request' });
    expect(dialog).toHaveTextContent('continues with the Data Security Reviewer, who denied it');
    expect(within(dialog).queryByRole('group', { name: /Date needed/ })).not.toBeInTheDocument();
    await user.type(within(dialog).getByRole('textbox', { name: /^Note/ }), ' Signed. ');
    await user.click(within(dialog).getByRole('button', { name: 'Resubmit this request' }));
    expect(
      await screen.findByText('You have successfully resubmitted your Data Request.'),
    ).toBeVisible();
    expect(sent).toEqual([{ note: 'Signed.' }]);
    expect(await screen.findByText('Signed.')).toBeVisible();
    expect(screen.getByText(/^Resubmitted .*, round 2$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Resubmit' })).not.toBeInTheDocument();
  });

  it('asks for a new date if the old one is too near, and keeps the input', async () => {
    request = denied({ needs_new_date: true });
    const missing = 'Please enter the Date the Request will be Needed.';
    server.use(
      http.post(url('data_requests/11/resubmit'), () =>
        refuse(400, missing, { errors: { needed_on: [missing] } }),
      ),
    );
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Resubmit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Resubmit Data Request' });
    expect(await within(dialog).findByRole('group', { name: /Date needed/ })).toBeVisible();
    await user.type(within(dialog).getByRole('textbox', { name: /^Note/ }), 'Signed.');
    await user.click(within(dialog).getByRole('button', { name: 'Resubmit this request' }));
    expect(await within(dialog).findByText(missing)).toBeVisible();
    expect(within(dialog).getByRole('textbox', { name: /^Note/ })).toHaveValue('Signed.');
  });

  it('is not offered if the server does not allow it', async () => {
    request = denied({ acting: makeActing() });
    renderApp(path);
    expect(await screen.findByText('Denied by the Data Security Reviewer')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Resubmit' })).not.toBeInTheDocument();
  });
});

describe('comments', () => {
  const agreement = 'Is Data Sharing Agreement Attached?';

  it('are highlighted if they require action, are filtered by section, and can be resolved', async () => {
    comments = [
      makeComment({
        comment_id: 1,
        section: 'Has the List of Devices Form been filed?',
        comment: 'Which serial number?',
      }),
      makeComment({
        comment_id: 2,
        section: agreement,
        comment: 'Sign it',
        action_required: true,
        resolved: false,
        may_resolve: true,
      }),
    ];
    const resolved: unknown[] = [];
    server.use(
      http.patch(url('data_requests/statecomment/update/2'), async (call) => {
        resolved.push(await call.request.json());
        comments = comments.map((comment) => ({
          ...comment,
          resolved: comment.comment_id === 2,
          blocks_until: null,
        }));
        return answer(null, { message: 'Comment resolved' });
      }),
    );
    const { user } = renderApp(path);
    const panel = await screen.findByRole('region', { name: 'Comments' });
    expect(await within(panel).findByText(/One comment requires action from you/)).toBeVisible();
    // Comments that require action come first.
    expect(within(panel).getAllByRole('listitem')[0]).toHaveTextContent('Sign it');
    expect(screen.getByRole('tab', { name: /Preview/ })).toHaveTextContent('1');
    expect(screen.getByRole('tab', { name: /Devices & Staff/ })).toHaveTextContent('1');
    await user.click(
      screen.getByRole('button', { name: '1 comment, action required: Data Sharing Agreement' }),
    );
    expect(within(panel).queryByText('Which serial number?')).not.toBeInTheDocument();
    const button = within(panel).getByRole('button', { name: 'Mark as resolved' });
    await user.hover(button);
    expect(
      await screen.findByText('blocks until the requester acts or 48 hours pass'),
    ).toBeVisible();
    await user.click(button);
    const question = await screen.findByRole('dialog', { name: /without a change/ });
    await user.click(within(question).getByRole('button', { name: 'Mark as resolved' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await within(panel).findByText('resolved')).toBeVisible();
    expect(resolved).toEqual([{ resolved: true }]);
    expect(within(panel).queryByText('Mark as resolved')).not.toBeInTheDocument();
    await user.click(within(panel).getByRole('combobox', { name: 'Section' }));
    await user.click(await screen.findByRole('option', { name: /^All sections/ }));
    expect(await within(panel).findByText('Which serial number?')).toBeVisible();
  });

  it('show a limited number at a time, newest first', async () => {
    comments = Array.from({ length: 45 }, (_, index) =>
      makeComment({ comment_id: index + 1, comment: `Remark ${index + 1}` }),
    );
    const { user } = renderApp(path);
    expect(await screen.findByText('Remark 45')).toBeVisible();
    expect(screen.getByText('Remark 26')).toBeVisible();
    expect(screen.queryByText('Remark 25')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show 20 more of 25' }));
    await user.click(screen.getByRole('button', { name: 'Show 5 more of 5' }));
    expect(screen.getByText('Remark 1')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Show \d+ more/ })).toBeNull();
  });

  it('are not urgent after their deadline, and can still be resolved', async () => {
    comments = [makeComment({ action_required: true, blocks_until: null })];
    renderApp(path);
    const panel = await screen.findByRole('region', { name: 'Comments' });
    expect(
      await within(panel).findByText('Action was required. Decisions are no longer blocked.'),
    ).toBeVisible();
    expect(within(panel).queryByText(/requires action from you/)).not.toBeInTheDocument();
    expect(within(panel).getByRole('button', { name: 'Mark as resolved' })).toBeVisible();
  });

  it('are urgent until their last day, after the 48 hours as well', async () => {
    const demand = { action_required: true, blocks_until: null, answer_by: '2027-07-13' };
    comments = [
      makeComment({ comment: 'Sign it', ...demand }),
      makeComment({ comment_id: 6, comment: 'Which key?', ...demand, answered: true }),
      makeComment({ comment_id: 7, comment: 'Thank you' }),
    ];
    renderApp(path);
    const panel = within(await screen.findByRole('region', { name: 'Comments' }));
    expect(
      await panel.findByText(
        'One comment requires action from you. Reviewers can decide meanwhile.',
      ),
    ).toBeVisible();
    const [first, , last] = panel.getAllByRole('listitem');
    expect(first).toHaveTextContent('Sign it');
    expect(first).toHaveTextContent('Action required. Reviewers can decide meanwhile.');
    expect(first).toHaveTextContent('Answer by 13 July 2027, or the request is recalled.');
    expect(last).toHaveTextContent('Which key?');
    expect(last).toHaveTextContent('You have answered.');
    expect(last).not.toHaveTextContent(/Action (was )?required/);
  });

  it('are not urgent once the request was recalled', async () => {
    request = makeRequest({ is_own: true, status: 'Recalled' });
    comments = [
      makeComment({ action_required: true, blocks_until: null, answer_by: '2026-07-13' }),
    ];
    renderApp(path);
    const panel = within(await screen.findByRole('region', { name: 'Comments' }));
    expect(await panel.findByText(/^Action was required\./)).toBeVisible();
    expect(panel.queryByText(/Answer by|requires action/)).not.toBeInTheDocument();
  });

  it('show an error of a reply at its field, and focus it', async () => {
    comments = [makeComment({ reply_as: 100 })];
    server.use(
      http.post(url('data_requests/reply/add'), () =>
        refuse(400, 'Validation error', { errors: { reply: ['Remove the control characters.'] } }),
      ),
    );
    const { user } = renderApp(path);
    const panel = await screen.findByRole('region', { name: 'Comments' });
    await user.click(await within(panel).findByRole('button', { name: 'Reply' }));
    const field = within(panel).getByRole('textbox', { name: 'Reply' });
    await user.type(field, 'SN-0042');
    await user.click(within(panel).getByRole('button', { name: 'Send reply' }));
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription('Remove the control characters.'),
    );
    expect(field).toHaveFocus();
  });

  it('are read again if one was resolved before the reply, which is kept', async () => {
    comments = [makeComment({ reply_as: 100 })];
    server.use(
      http.post(url('data_requests/reply/add'), () => {
        comments = [makeComment({ resolved: true, reply_as: null })];
        return refuse(409, 'This comment is resolved.', { reason: 'comment_resolved' });
      }),
    );
    const { user } = renderApp(path);
    const panel = within(await screen.findByRole('region', { name: 'Comments' }));
    await user.click(await panel.findByRole('button', { name: 'Reply' }));
    await user.type(panel.getByRole('textbox', { name: 'Reply' }), 'SN-0042');
    await user.click(panel.getByRole('button', { name: 'Send reply' }));
    expect(await panel.findByText('resolved')).toBeVisible();
    expect(panel.getByText('SN-0042')).toBeVisible();
    expect(panel.queryByRole('button', { name: 'Send reply' })).not.toBeInTheDocument();
  });

  it('can be replied to in the role of the requester', async () => {
    comments = [makeComment({ reply_as: 100 })];
    const sent: unknown[] = [];
    server.use(
      http.post(url('data_requests/reply/add'), async (call) => {
        sent.push(await call.request.json());
        return answer({ reply_id: 2 }, { message: 'The reply was added.' });
      }),
    );
    const { user } = renderApp(path);
    const panel = await screen.findByRole('region', { name: 'Comments' });
    await user.click(await within(panel).findByRole('button', { name: 'Reply' }));
    await user.type(within(panel).getByRole('textbox', { name: 'Reply' }), 'SN-0042');
    await user.click(within(panel).getByRole('button', { name: 'Send reply' }));
    expect(await screen.findByText('The reply was added.')).toBeVisible();
    expect(sent).toEqual([{ comment: 5, reply: 'SN-0042', author: 100 }]);
    expect(within(panel).getByRole('button', { name: 'Reply' })).toHaveFocus();
  });

  it('open the right edit dialog, which resolves the comment', async () => {
    request = makeRequest({
      is_own: true,
      acting: makeActing({ edit: editsOf(['dataFormat', 'devices', 'dataSource'], 5) }),
    });
    const about = (comment_id: number, section: string) =>
      makeComment({ comment_id, section, action_required: true, blocks_until: hoursAgo(-40) });
    comments = [
      about(5, 'Data format requested'),
      about(6, 'Data format requested'),
      about(7, 'Has the List of Devices Form been filed?'),
      about(8, 'Has the List of Staff Form been filed?'),
      about(9, 'Specify data source (HIS sub-system in question)'),
      makeComment({ comment_id: 10, section: 'Data format requested' }),
    ];
    const sent: unknown[] = [];
    server.use(
      http.patch(url('data_requests/patch/data_request/11'), async (call) => {
        sent.push(await call.request.json());
        return answer(
          { version: 2 },
          { message: 'You have successfully updated your Data Request' },
        );
      }),
      http.get(url('data_requests/requested_datasets'), () => answerList([])),
    );
    const { user } = renderApp(path);
    const panel = within(await screen.findByRole('region', { name: 'Comments' }));
    const [newest] = await panel.findAllByRole('button', {
      name: 'Edit section: Data format requested',
    });
    expect(panel.getAllByRole('button', { name: /^Edit section: / })).toHaveLength(4);
    await user.click(newest!);
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit the Data Format' }));
    await user.click(dialog.getByRole('button', { name: 'Save and mark as resolved' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ comment_id: 6, resolve: true });

    await user.click(panel.getByRole('button', { name: /^Edit section: .*Devices/ }));
    expect(
      await screen.findByRole('tab', { name: /Devices & Staff/, selected: true }),
    ).toBeVisible();
    await user.click(panel.getByRole('button', { name: /^Edit section: Specify/ }));
    expect(await screen.findByRole('heading', { name: request.title, level: 1 })).toBeVisible();
  });

  it('are empty at first', async () => {
    renderApp(path);
    expect(await screen.findByText('No State Comments')).toBeVisible();
  });
});

describe('recall', () => {
  it('asks for confirmation, names the request, and shows the new status', async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(url('data_requests/cancel_request'), async (call) => {
        sent.push(await call.request.json());
        request = makeRequest({
          status: 'Recalled',
          status_text: 'Recalled on the 9th day',
          may_recall: false,
        });
        return answer(null, { message: 'Recalled.' });
      }),
    );
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Recall Request' }));
    const dialog = await screen.findByRole('dialog', { name: 'Recall Data Request' });
    expect(dialog).toHaveTextContent('REQ000011, “Late registration of births”');
    await user.click(within(dialog).getByRole('button', { name: 'Keep the request' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Recall Request' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel Request' }));
    expect(await screen.findByText(/Recalled on the 9th day/)).toBeVisible();
    expect(sent).toEqual([{ request_id: 11 }]);
    expect(screen.queryByRole('button', { name: 'Recall Request' })).not.toBeInTheDocument();
  });

  it('shows in the dialog why it was refused', async () => {
    server.use(
      http.put(url('data_requests/cancel_request'), () => refuse(409, 'It was decided meanwhile.')),
    );
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Recall Request' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel Request' }));
    expect(await screen.findByText('It was decided meanwhile.')).toBeVisible();
  });
});

it('shows devices and staff, and opens an identification through a signed address', async () => {
  const [member] = makeRequest().list_of_staff;
  request = makeRequest({
    list_of_staff: member ? [{ ...member, identification_file_path: 'requests/a b.png' }] : [],
  });
  server.use(
    http.get(url('data_requests/file_access/:path'), ({ params }) =>
      answer({
        url: `/files/${String(params.path)}?signature=x`,
        file_type: 'png',
        reference: 'REQ000007',
        uploaded_on: '2026-11-27T10:00:00Z',
      }),
    ),
  );
  const { user } = renderApp(`${path}&tab=devices-staff`);
  await user.click(await screen.findByRole('button', { name: 'Open: Passport of Thea Blackwood' }));
  const viewer = await screen.findByRole('dialog', {
    name: 'Passport of Thea Blackwood · REQ000007 · 27 November 2026',
  });
  expect(within(viewer).getByRole('img')).toHaveAttribute(
    'src',
    '/files/requests/a b.png?signature=x',
  );
  expect(screen.getByText('No information available')).toBeInTheDocument();
});

it('shows a dash as the contact of an erased member of staff', async () => {
  const [member] = makeRequest().list_of_staff;
  request = makeRequest({
    list_of_staff: [
      {
        ...member!,
        first_name: 'Erased',
        surname: 'person',
        email: '',
        phone: '',
        identification_number: '',
      },
    ],
  });
  renderApp(`${path}&tab=devices-staff`);
  const row = await screen.findByRole('row', { name: /Erased person/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toContain('–');
});

it('shows ten variables per page, with identifiable ones marked', async () => {
  request = makeRequest({
    dataset_variables: Array.from({ length: 12 }, (_, index) =>
      makeRequestedVariable({
        var_id: index + 1,
        var_name: `variable_${index + 1}`,
        is_identifiable: index === 0,
      }),
    ),
  });
  const { user } = renderApp(`${path}&tab=variables`);
  expect(await screen.findByText('variable_1 (PII)')).toBeVisible();
  expect(screen.queryByText('variable_11')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Go to next page' }));
  expect(await screen.findByText('variable_11')).toBeVisible();
  expect(screen.getByRole('heading', { name: '12 requested variables' })).toBeVisible();
});

it('shows the variables of each dataset separately, and the last remaining page', async () => {
  const [first] = makeRequest().requested_datasets;
  const variables = (rdataset: number, number: number) =>
    Array.from({ length: number }, (_, index) =>
      makeRequestedVariable({
        rdataset,
        var_id: index + 1,
        var_name: `of_${rdataset}_${index + 1}`,
      }),
    );
  const datasets = [11, 12].map((rdataset_id) => ({ ...first!, rdataset_id }));
  request = makeRequest({
    requested_datasets: datasets,
    dataset_variables: [...variables(11, 11), ...variables(12, 2)],
  });
  const { user } = renderApp(`${path}&tab=variables`);
  expect(await screen.findByText('Dataset 12, Civil Registration: 2 variables')).toBeVisible();
  const table = await screen.findByRole('table', { name: 'Requested variables of dataset 11' });
  expect(within(table).getByText('of_11_10')).toBeVisible();
  expect(await screen.findByText('of_12_2')).toBeVisible();
  // Another person removes the only row of the last page before it is loaded.
  request = makeRequest({
    requested_datasets: datasets,
    dataset_variables: [...variables(11, 10), ...variables(12, 2)],
  });
  await user.click(screen.getByRole('button', { name: 'Go to next page' }));
  expect(await screen.findByText('of_11_1')).toBeVisible();
  expect(screen.queryByText('of_11_11')).not.toBeInTheDocument();
});

it('shows the stages on the tab Track Request', async () => {
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('tab', { name: 'Track Request' }));
  const stages = await screen.findByRole('list', { name: 'Stages' });
  expect(stages).toHaveTextContent('Data Security Reviewer');
  expect(screen.getByTestId('location')).toHaveTextContent(`${path}&tab=track`);
});

it('reports a failed export', async () => {
  server.use(http.get(url('data_requests/download-request/11'), () => HttpResponse.error()));
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  expect(
    await screen.findByText("We can't reach the server right now. Try again in a moment."),
  ).toBeVisible();
});

it('offers no approval letter before the request is approved', async () => {
  renderApp(path);
  expect(await screen.findByRole('button', { name: 'Export' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approval Letter' })).not.toBeInTheDocument();
});

it('requests the approval letter of an approved request, and reports a failure', async () => {
  request = makeRequest({ is_own: true, status: 'Approved' });
  const asked: string[] = [];
  server.use(
    http.get(url('data_requests/11/letter/download'), ({ request: call }) => {
      asked.push(call.url);
      return refuse(404, 'This Data Request has no approval letter.');
    }),
  );
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Approval Letter' }));
  expect(await screen.findByText('External Error, Please try again later')).toBeVisible();
  expect(asked).toHaveLength(1);
});

it('reports that no versions are kept yet', async () => {
  server.use(
    http.get(url('data_requests/11/versions'), () => answer([])),
    http.get(url('data_requests/request_history'), () => answer([])),
  );
  renderApp(`${path}&tab=history`);
  expect(await screen.findByText('This request has no versions yet.')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Versions' })).not.toBeInTheDocument();
});

it('shows its versions, their changes, and the decisions on them', async () => {
  request = makeRequest({ is_own: true, version: 2 });
  const author = { user_id: 1, fname: 'Amara', sname: 'Linwood' };
  const version = (number: number, section: string | null) => ({
    number,
    author,
    role: 'Data Requester',
    at: hoursAgo(10 - number),
    section,
    comment_id: null,
  });
  server.use(
    http.get(url('data_requests/11/versions'), () =>
      answerList([version(1, null), version(2, 'Data format requested')]),
    ),
    http.get(url('data_requests/11/changes'), () => answer({ from: 1, to: 2, sections: [] })),
    http.get(url('data_requests/request_history'), () =>
      answer([
        {
          round: 1,
          version: 2,
          request_state_id: 95,
          role: 'Data Security Reviewer',
          stage_activity: 'Security review',
          state: 'Approved',
          at: hoursAgo(2),
          by: { ...author, org_email: null, phone: '', org_name: '' },
          reason: null,
          recommendation: null,
        },
      ]),
    ),
  );
  const { user } = renderApp(`${path}&tab=history`);
  const versions = await screen.findByRole('list', { name: 'Versions' });
  const titles = within(versions).getAllByText(/^Version \d/);
  expect(titles.map(({ textContent }) => textContent)).toEqual([
    'Version 2: Data format requested',
    'Version 1: submitted',
  ]);
  await user.click(screen.getByRole('button', { name: 'Show what changed in version 2' }));
  expect(await screen.findByText('No changes.')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Round 1' })).toBeVisible();
  expect(screen.getByText(/on version 2/)).toBeVisible();
});

it('lists all audit entries, and hides the names of other readers', async () => {
  const opened = { kind: 'request.document_opened', words: 'Document opened' };
  server.use(
    http.get(url('data_requests/11/versions'), () => answer([])),
    http.get(url('data_requests/request_history'), () => answer([])),
    http.get(url('data_requests/11/record'), () =>
      answerEntries([
        makeEntry(9, {
          ...opened,
          who: 'somebody_else',
          person: null,
          details: { document: 4 },
          has_evidence: false,
        }),
        makeEntry(8),
      ]),
    ),
  );
  renderApp(`${path}&tab=history`);
  const list = await screen.findByRole('list', { name: 'What was done' });
  const [look, comment] = within(list).getAllByRole('listitem');
  expect(look).toHaveTextContent(/^Someone else opened a document.* · Entry 9 in the log$/);
  expect(comment).toHaveTextContent(/^Amara Linwood required action on Ethics/);
  expect(within(comment!).getByRole('button', { name: /^Download proof/ })).toBeVisible();
  expect(within(list).queryByRole('link')).not.toBeInTheDocument();
});
