import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useState, type ReactNode } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { FileUpload, type UploadedFile } from '@/ui/FileUpload';
import { NotificationBell } from '@/features/notifications/NotificationBell';
import NotificationsPage from '@/features/notifications/NotificationsPage';
import ApprovalProceduresPage from '@/features/procedures/ApprovalProceduresPage';
import ReferenceDataPage from '@/features/reference/ReferenceDataPage';
import { emptyDraft } from '@/features/requests/wizard/draft';
import { contentOf } from '@/features/requests/wizard/draftContent';
import { ReviewScreen } from '@/features/review/ReviewScreen';
import RoleRequestsPage from '@/features/roles/administration/RoleRequestsPage';
import RequestRolePage from '@/features/roles/RequestRolePage';
import { keepTranslatedTexts } from '@/lib/translatedTexts';
import { HeldDrafts } from '@/testing/drafts';
import { makeUser } from '@/testing/factories';
import { renderApp, renderPart, signInAs } from '@/testing/render';
import {
  answerVariables,
  makeComment,
  makeNotification,
  makeRequest,
} from '@/testing/reviewFactories';
import { makeOffer, makePerson, makeRoleRequest } from '@/testing/roleFactories';
import { answer, answerList, answerNotifications, server, url } from '@/testing/server';
import { translatePage } from '@/testing/translated';
import { FocusRecovery } from './shell/FocusRecovery';

const show = (part: ReactNode, path = '/') =>
  renderPart(
    <>
      <FocusRecovery />
      <main tabIndex={-1}>{part}</main>
    </>,
    path,
  );

type User = ReturnType<typeof show>['user'];

const button = (name: string | RegExp) => screen.findByRole('button', { name });

/** Presses a button with the keyboard, because only keyboard users depend on the focus. */
async function press(user: User, name: string | RegExp) {
  (await button(name)).focus();
  await user.keyboard('{Enter}');
}

/**
 * Confirms the question of a dialog by a click. An immediate Enter would count as part of the
 * previous key press.
 */
const confirm = async (user: User, name: string) => user.click(await button(name));

const isOnButton = (name: string | RegExp) =>
  waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus());
const isOnHeading = (name: string) =>
  waitFor(() => expect(screen.getByRole('heading', { name })).toHaveFocus());

const noContent = () => new HttpResponse(null, { status: 204 });

it.each(['list', 'bell'])(
  'does not lose the focus while marking as read in the %s',
  async (place) => {
    signInAs('Data Officer');
    let known = ['First', 'Second', 'Third'].map((message, id) =>
      makeNotification({ id, message }),
    );
    const unread = () => known.filter(({ read }) => !read);
    server.use(
      http.get(url('notifications/all-user-notifications'), () => answerNotifications(known)),
      http.get(url('notifications/user-notifications'), () => answerNotifications(unread())),
      http.patch(url('notifications/:id'), ({ params }) => {
        known = known.map((one) => (String(one.id) === params.id ? { ...one, read: true } : one));
        return answer(null);
      }),
    );
    const { user } = show(
      place === 'list' ? <NotificationsPage /> : <NotificationBell userId={7} />,
    );
    if (place === 'bell') await press(user, '3 unread notifications');
    await press(user, 'Mark as read: Second');
    await isOnButton('Mark as read: Third');
    await user.keyboard('{Enter}');
    await isOnButton('Mark as read: First');
    await user.keyboard('{Enter}');
    if (place === 'bell') await isOnHeading('Notifications');
    else await isOnButton(/^Data Security Reviewer/);
  },
);

it('does not lose the focus when all notifications of a role are marked as read', async () => {
  signInAs('Data Officer');
  let known = [makeNotification({ id: 1, message: 'First' })];
  server.use(
    http.get(url('notifications/all-user-notifications'), () => answerNotifications(known)),
    http.patch(url('notifications'), () => {
      known = known.map((one) => ({ ...one, read: true }));
      return answer({ marked: 1 });
    }),
  );
  const { user } = show(<NotificationsPage />);
  await press(user, /^Mark all of/);
  await isOnButton(/^Data Security Reviewer/);
});

it('moves the focus to the next role while roles are requested, on a page translated by the browser', async () => {
  const ends = [keepTranslatedTexts(), translatePage('at once', (text) => `${text}\u200b`)];
  onTestFinished(() => ends.forEach((end) => end()));
  signInAs('Org User');
  let offers = (['Data Analyst', 'Data Officer', 'Data Requester'] as const).map((role) =>
    makeOffer(role),
  );
  server.use(
    http.get(url('users/organizations/6/roles'), ({ request }) =>
      answer(new URL(request.url).searchParams.has('available') ? offers : []),
    ),
    http.post(url('users/assign-roles'), async ({ request }) => {
      const { org_role } = (await request.json()) as { org_role: number };
      offers = offers.filter((offer) => offer.org_role_id !== org_role);
      return HttpResponse.json({ code: 201, message: 'Requested', data: {} }, { status: 201 });
    }),
  );
  const { user } = show(<RequestRolePage />);
  await press(user, 'Request the role Data Officer');
  await isOnButton('Request the role Data Analyst');
  await user.keyboard('{Enter}');
  await isOnButton('Request the role Data Requester');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Available roles/));
});

it('does not lose the focus when drafts are deleted', async () => {
  const held = new HeldDrafts();
  held.put(3, { title: 'Malaria' });
  held.put(4, { title: 'Measles' });
  server.use(
    ...held.handlers,
    http.get(url('users/detailuser'), () => answer(null, { user: makeUser() })),
    http.get(url('data_requests/counts'), () => answer({})),
    http.get(url('data_requests'), () => answerList([])),
    http.get(url('data_dictionary/data_sources'), () => answerList([])),
  );
  signInAs('Data Requester');
  const { user } = renderApp('/requester/myrequests');
  for (const [title, next] of [
    ['Malaria', 'Measles'],
    ['Measles', null],
  ]) {
    await press(user, `Delete ${title}`);
    await confirm(user, 'Delete draft');
    if (next) await isOnButton(`Delete ${next}`);
    else await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  }
});

it('does not lose the focus when devices and staff are deleted in the wizard', async () => {
  const devices = ['Laptop', 'Server'].map((equipment_name) => ({
    local_id: equipment_name,
    equipment_name,
    equipment_type: 1,
    serial_number: 'S1',
    used_by: 'Naledi',
    organisation: 'University',
    usage_from: '',
    usage_to: '',
  }));
  const held = new HeldDrafts();
  held.put(3, contentOf({ ...emptyDraft, devices, reached: 7 }, new Map(), null, []));
  server.use(
    ...held.handlers,
    http.get(url('users/detailuser'), () => answer(null, { user: makeUser() })),
    http.get(url('data_requests/equipment-type'), () => answer([])),
  );
  signInAs('Data Requester');
  const { user } = renderApp('/requester/submitrequest?draft=3&step=devices-staff');
  await press(user, 'Delete Laptop');
  await confirm(user, 'Delete device');
  await isOnButton('Delete Server');
  await user.keyboard('{Enter}');
  await confirm(user, 'Delete device');
  await isOnHeading('List of Devices');
});

it('does not lose the focus when comments are resolved', async () => {
  let comments = [5, 6].map((comment_id) => makeComment({ comment_id }));
  const request = makeRequest();
  server.use(
    http.get(url('data_requests'), () => answer(request)),
    http.get(url('data_requests/dataset_variables'), ({ request: call }) =>
      answerVariables(request, call),
    ),
    http.get(url('data_requests/statecomment/list/11'), () => answer(comments)),
    http.patch(url('data_requests/statecomment/update/:id'), ({ params }) => {
      comments = comments.map((one) =>
        String(one.comment_id) === params.id ? { ...one, resolved: true, may_resolve: false } : one,
      );
      return answer(null, { message: 'Resolved' });
    }),
  );
  signInAs('Data Security Reviewer');
  const { user } = show(<ReviewScreen />, '/datarequest?request_id=11');
  await press(user, /^2 comments.*: .*Devices/);
  const [first, second] = within(await screen.findByRole('dialog')).getAllByRole('button', {
    name: 'Mark as resolved',
  });
  second?.focus();
  for (const next of [first, first?.closest('li')]) {
    await user.keyboard('{Enter}');
    const question = await screen.findByRole('dialog', { name: /without a change/ });
    within(question).getByRole('button', { name: 'Mark as resolved' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(next).toHaveFocus());
  }
});

function OneFile() {
  const file = { name: 'plan.pdf', size: 10, mime: 'application/pdf', data: 'JVBERg==' } as const;
  const [value, setValue] = useState<UploadedFile | null>(file);
  return <FileUpload id="plan" label="Study plan" value={value} onChange={setValue} />;
}

it('does not lose the focus when a file is removed', async () => {
  const { user } = show(<OneFile />);
  await press(user, 'Remove plan.pdf');
  await waitFor(() => expect(screen.getByLabelText(/Study plan/)).toHaveFocus());
});

it('does not lose the focus when reference data is deleted', async () => {
  const free = { rename_refused: null, deactivation_refused: null, deletion_refused: null };
  let purposes = ['Research', 'Teaching'].map((purpose, purpose_id) => ({
    purpose_id,
    purpose,
    active: 1,
    row_version: 1,
    ...free,
  }));
  server.use(
    http.get(url('reference_data/purposes'), () => answerList(purposes)),
    http.delete(url('reference_data/purposes/:id'), ({ params }) => {
      purposes = purposes.filter(({ purpose_id }) => String(purpose_id) !== params.id);
      return noContent();
    }),
  );
  signInAs('Super User');
  const { user } = show(<ReferenceDataPage />, '/superuser/reference-data');
  await press(user, 'Delete the purpose Teaching');
  await press(user, 'Delete this purpose');
  await isOnButton('Delete the purpose Research');
  await user.keyboard('{Enter}');
  await press(user, 'Delete this purpose');
  await isOnHeading('Purposes');
});

it('does not lose the focus when stage types are deleted, also after a refusal', async () => {
  let types = [
    { stage_type_id: 1, stage_type: 'Initial', built_in: true, roles: [10] },
    { stage_type_id: 4, stage_type: 'Appeal', built_in: false, roles: [10, 4] },
    { stage_type_id: 5, stage_type: 'Hearing', built_in: false, roles: [10, 4] },
  ];
  server.use(
    http.get(url('data_requests/approval_procedures'), () => answerList([])),
    http.get(url('data_requests/stage_type'), () => answerList(types)),
    http.delete(url('data_requests/stage_type/:id'), ({ params }) => {
      types = types.filter(({ stage_type_id }) => String(stage_type_id) !== params.id);
      return noContent();
    }),
  );
  signInAs('Super User');
  const { user } = show(<ApprovalProceduresPage />, '/?tab=stage_types');
  await press(user, 'Delete Appeal');
  await press(user, 'Cancel');
  await isOnButton('Delete Appeal');
  await user.keyboard('{Enter}');
  await press(user, 'Delete this stage type');
  await isOnButton('Delete Hearing');
});

it('does not lose the focus when role requests are decided', async () => {
  let requests = ['Amara', 'Ben'].map((fname, id) =>
    makeRoleRequest({ assigned_role_id: id, user: makePerson({ user_id: id, fname }) }),
  );
  server.use(
    http.get(url('users/assigned-roles/approve'), () => answerList(requests)),
    http.patch(url('users/assigned-roles/approve'), async ({ request }) => {
      const { assigned_role_id } = (await request.json()) as { assigned_role_id: number };
      requests = requests.filter((one) => one.assigned_role_id !== assigned_role_id);
      return answer(null, { message: 'You have successfully attended to this request' });
    }),
  );
  signInAs('Admin');
  const { user } = show(<RoleRequestsPage />);
  const deny = async () => {
    await user.type(await screen.findByLabelText(/Your password/), 'Secret-2026!{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  };
  await press(user, /^Deny .* to Ben/);
  await deny();
  await isOnButton(/^Deny .* to Amara/);
  await user.keyboard('{Enter}');
  await deny();
  await waitFor(() => expect(screen.getByRole('group', { name: 'Role requests' })).toHaveFocus());
});
