import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { StateComment } from '@/api/models';
import { renderPart, signInAs } from '@/testing/render';
import { makeComment, makeRequest, makeState } from '@/testing/reviewFactories';
import { answer, refuse, server, url } from '@/testing/server';
import RequestDetailPage from './RequestDetailPage';
import RequestPreviewPage from './RequestPreviewPage';

let request = makeRequest();
let comments: StateComment[] = [];
const added: unknown[] = [];

beforeEach(() => {
  request = makeRequest();
  comments = [makeComment({ action_required: true })];
  added.length = 0;
  server.use(
    http.get(url('data_requests'), () => answer(request)),
    http.get(url('data_requests/statecomment/list/11'), () => answer(comments)),
    http.post(url('data_requests/statecomment/add'), async ({ request: call }) => {
      added.push(await call.json());
      return answer({ comment_id: 9 }, { message: 'State Comment Successfully Created.' });
    }),
  );
});

const open = () => renderPart(<RequestDetailPage />, '/datarequest?request_id=11');

/** jsdom has no width: the comments are in the drawer of a small screen. */
async function comment(user: ReturnType<typeof open>['user'], section: RegExp) {
  await user.click(await screen.findByRole('button', { name: section }));
  return screen.findByRole('dialog');
}

it('has nine sections, and marks the one where action is required', async () => {
  signInAs('Data Security Reviewer');
  open();
  expect(await screen.findByText('Waiting for the Data Security Reviewer, 3 days')).toBeVisible();
  expect(screen.getAllByRole('button', { name: /^\d comments?.*: / })).toHaveLength(9);
  expect(
    await screen.findByRole('button', { name: /^1 comment, action required: .*Devices/ }),
  ).toBeVisible();
  expect(screen.getByText(/You act as Naledi Okafor/)).toBeVisible();
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

it('shows reason and recommendation of a denial, also when they are blank', async () => {
  request = makeRequest({
    status: 'Denied',
    request_states: [makeState({ state: 'Denied', reason: 'Too wide', recommendation: ' ' })],
  });
  signInAs('Data Officer');
  open();
  expect(await screen.findByText('Too wide')).toBeVisible();
  expect(screen.getByText('None provided')).toBeVisible();
});

it('adds a comment that demands action, and clears the form', async () => {
  signInAs('Data Security Reviewer');
  const { user } = open();
  const dialog = await comment(user, /comments?.*: .*Sharing Agreement/);
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

it('keeps a comment that was refused', async () => {
  server.use(
    http.post(url('data_requests/statecomment/add'), () =>
      refuse(409, 'It is not the turn of this stage.'),
    ),
  );
  signInAs('Data Security Reviewer');
  const { user } = open();
  const dialog = await comment(user, /: .*Sharing Agreement/);
  await user.type(within(dialog).getByLabelText('New comment'), 'Sign page 3.');
  await user.click(within(dialog).getByRole('button', { name: 'Add comment' }));
  expect(await within(dialog).findByText('State Comment not successfully Created.')).toBeVisible();
  expect(within(dialog).getByLabelText('New comment')).toHaveValue('Sign page 3.');
});

it('offers no demand on the Data Specification Form', async () => {
  signInAs('Data Security Reviewer');
  const { user } = open();
  const dialog = await comment(user, /: .*Data Specification Form/);
  expect(within(dialog).getByLabelText('New comment')).toBeVisible();
  expect(within(dialog).queryByRole('checkbox')).not.toBeInTheDocument();
});

it('lets the author resolve a comment', async () => {
  server.use(
    http.patch(url('data_requests/statecomment/update/5'), () => {
      comments = [makeComment({ resolved: true, may_resolve: false })];
      return answer(null, { message: 'Resolved' });
    }),
  );
  signInAs('Data Security Reviewer');
  const { user } = open();
  const dialog = await comment(user, /action required/);
  await user.click(within(dialog).getByRole('button', { name: 'Mark as resolved' }));
  expect(await within(dialog).findByText('Resolved')).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Mark as resolved' })).toBeNull();
});

it('disables comments and decision out of turn, with the reason', async () => {
  request = makeRequest({ request_states: [makeState({ state: 'Incoming' })] });
  signInAs('Data Security Reviewer');
  const { user } = open();
  expect(await screen.findByRole('button', { name: 'Approve' })).toBeDisabled();
  expect(screen.getByText('This Data Request is Incoming')).toBeVisible();
  const dialog = await comment(user, /: .*Sharing Agreement/);
  expect(within(dialog).getByText('This Data Request is Incoming')).toBeVisible();
  expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument();
});

it('lets a Super User read and recall, and nothing else', async () => {
  request = makeRequest({ may_recall: true });
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
  expect(screen.getByRole('heading', { name: 'Recall Data Request' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Recall DAC0011' }));
  expect(await screen.findByText('The Data Request was recalled.')).toBeVisible();
  expect(recalled).toEqual([{ request_id: 11 }]);
  expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
});

it('offers the variables to the Data Officer alone', async () => {
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

it('says that there is no such request, and leads to the list', async () => {
  server.use(http.get(url('data_requests'), () => refuse(404, 'Not found')));
  signInAs('Data Officer');
  open();
  expect(await screen.findByText('No Data requests found')).toBeVisible();
});

it('previews a request without comments and decision', async () => {
  signInAs('Data Officer');
  renderPart(<RequestPreviewPage />, '/datarequest/preview?request_id=11');
  expect(await screen.findByText('Other: Planning of clinics')).toBeVisible();
  for (const name of ['Requester Details', 'Request Details', 'Principal Investigator']) {
    expect(screen.getByRole('heading', { name })).toBeVisible();
  }
  expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Recall Request' })).not.toBeInTheDocument();
});
