import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeOwnPasskey, makeSecondFactor } from '@/testing/factories';
import { renderPart, signInAs } from '@/testing/render';
import {
  makeActing,
  makeAttendant,
  makeRequest,
  makeState,
  mayDecide,
  mayNot,
} from '@/testing/reviewFactories';
import { answer, refuse, server, url } from '@/testing/server';
import { PasskeyCancelled } from '@/lib/passkeys';
import { DecisionBar } from './DecisionBar';

const askPasskey = vi.hoisted(() => vi.fn());
const hasPasskeys = vi.hoisted(() => vi.fn());
vi.mock(import('@/lib/passkeys'), async (original) => ({
  ...(await original()),
  askPasskey,
  hasPasskeys,
}));

const codes: unknown[] = [];
const decisions: unknown[] = [];
/** The bodies of the calls that ask for a passkey. */
const begun: unknown[] = [];
const options = { challenge: 'c2lnbmVk', rpId: 'aditus.example' };
const credential = { id: 'a2V5', type: 'public-key', response: { signature: 'c2lnbmF0dXJl' } };
const onDecided = vi.fn();
/** The outcomes whose codes were sent and are valid. */
const withCode = new Set<boolean>();

afterEach(() => vi.restoreAllMocks());

beforeEach(() => {
  codes.length = 0;
  decisions.length = 0;
  onDecided.mockClear();
  withCode.clear();
  askPasskey.mockReset().mockResolvedValue(credential);
  hasPasskeys.mockReset().mockReturnValue(true);
  begun.length = 0;
  signInAs('Data Security Reviewer');
  server.use(
    http.post(url('data_requests/request_state/95/passkey/options'), async ({ request }) => {
      begun.push(await request.json());
      return answer({ options, expires_on: new Date(Date.now() + 600_000).toISOString() });
    }),
    http.post(url('data_requests/request_state/95/otp'), async ({ request }) => {
      const body = (await request.json()) as { status: boolean; unless_sent: boolean };
      const before = body.unless_sent && withCode.has(body.status);
      withCode.add(body.status);
      codes.push({ ...body, before });
      return answer({
        issued_at: new Date().toISOString(),
        expires_at: new Date(Date.now() + 300_000).toISOString(),
        resend_at: new Date(Date.now() + 30_000).toISOString(),
        before,
      });
    }),
    http.put(url('data_requests/request_state/95'), async ({ request }) => {
      decisions.push(await request.json());
      return answer(
        { status: 'Pending', approved: 'You have successfully approved this request.' },
        { message: 'request state updated successfully' },
      );
    }),
  );
});

const bar = (acting = makeActing()) =>
  renderPart(
    <DecisionBar onComments={() => {}} request={makeRequest({ acting })} onDecided={onDecided} />,
  );

it('requires reason, recommendation and code when declining, and sends nothing without them', async () => {
  const { user } = bar();
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  expect(screen.getByRole('dialog', { name: 'Decline DAC0011' })).toBeVisible();
  await screen.findByLabelText(/OTP/);
  expect(codes).toEqual([{ status: false, unless_sent: true, before: false }]);
  await user.click(screen.getByRole('button', { name: 'Decline this request' }));
  expect(screen.getByText('Comment is required')).toBeVisible();
  expect(screen.getByText('Recommendation is required')).toBeVisible();
  expect(screen.getByText('OTP is required')).toBeVisible();
  expect(decisions).toEqual([]);
});

it('focuses the first field with an error', async () => {
  const { user } = bar();
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await user.type(screen.getByLabelText(/Reason/), 'Too wide');
  await screen.findByLabelText(/OTP/);
  await user.click(screen.getByRole('button', { name: 'Decline this request' }));
  expect(screen.getByLabelText(/Recommendation/)).toHaveFocus();
});

it('scrolls to the reason of a refused decision', async () => {
  const scrolledTo: (string | null)[] = [];
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    scrolledTo.push(this.textContent);
  });
  server.use(http.put(url('data_requests/request_state/95'), () => HttpResponse.error()));
  const { user } = bar();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await user.type(await screen.findByLabelText(/OTP/), '123456');
  await user.click(screen.getByRole('button', { name: 'Approve this request' }));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(scrolledTo).toEqual([screen.getByRole('alert').textContent]);
});

it('approves with the code only, closes, and shows both messages in one toast', async () => {
  const { user } = bar();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await user.type(await screen.findByLabelText(/OTP/), '123456');
  await user.click(screen.getByRole('button', { name: 'Approve this request' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(onDecided).toHaveBeenCalledOnce();
  expect(
    screen.getByText(
      'request state updated successfully. You have successfully approved this request.',
    ),
  ).toBeVisible();
  expect(decisions).toEqual([
    {
      status: true,
      otp: '123456',
      reason: '',
      recommendation: '',
      assigned_role: 108,
      org_role: 18,
      request: 11,
      state_id: 95,
    },
  ]);
});

it('shows the decision of another person in the open dialog, keeps the input, and sends nothing', async () => {
  const decided = makeRequest({
    request_states: [
      makeState({
        state: 'Approved',
        responded_on: '2026-03-05T10:00:00Z',
        attended_by: makeAttendant({ user_id: 70, fname: 'Zawadi', sname: 'Okello' }),
      }),
      makeState({ state_id: 96, role: 'Data Security Approver' }),
    ],
    acting: makeActing({ decide: mayNot('The Data Security Reviewer already approved it.') }),
  });
  function Page() {
    const [request, setRequest] = useState(makeRequest());
    return (
      <>
        <button onClick={() => setRequest(decided)}>Another person decides</button>
        <DecisionBar onComments={() => {}} request={request} onDecided={onDecided} />
      </>
    );
  }
  const { user } = renderPart(<Page />);
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await user.type(screen.getByLabelText(/Reason/), 'Too wide');
  await screen.findByLabelText(/OTP/);
  fireEvent.click(screen.getByText('Another person decides'));
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    /^Zawadi Okello approved this stage on 05 March 2026 at \d\d:\d\d\. It now waits for the Data Security Approver\. Your decision was not sent\./,
  );
  expect(screen.getByLabelText(/Reason/)).toHaveValue('Too wide');
  expect(screen.getByRole('button', { name: 'Decline this request' })).toBeDisabled();
  expect(screen.queryByLabelText(/OTP/)).not.toBeInTheDocument();
  expect([codes.length, decisions.length]).toEqual([1, 0]);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
});

it("does not report the user's own decision as not sent, neither before its response nor after a network error", async () => {
  let fail = () => {};
  const held = new Promise<void>((resolve) => (fail = resolve));
  server.use(
    http.put(url('data_requests/request_state/95'), async () => {
      await held;
      return HttpResponse.error();
    }),
  );
  const decided = makeRequest({
    request_states: [
      makeState({ state: 'Approved', attended_by: makeAttendant() }),
      makeState({ state_id: 96, role: 'Data Security Approver' }),
    ],
    acting: makeActing({ decide: mayNot('The Data Security Reviewer already approved it.') }),
  });
  function Page() {
    const [request, setRequest] = useState(makeRequest());
    return (
      <>
        <button onClick={() => setRequest(decided)}>Read again</button>
        <DecisionBar onComments={() => {}} request={request} onDecided={onDecided} />
      </>
    );
  }
  const { user } = renderPart(<Page />);
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await user.type(await screen.findByLabelText(/OTP/), '123456');
  await user.click(screen.getByRole('button', { name: 'Approve this request' }));
  fireEvent.click(screen.getByText('Read again'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  fail();
  expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(
    /^You approved this stage\. It now waits for the Data Security Approver\.$/,
  );
});

it('clears a wrong code and keeps the focus in its field', async () => {
  server.use(
    http.put(url('data_requests/request_state/95'), () =>
      refuse(400, 'Invalid OTP. Try again.', {
        code: 605,
        reason: 'code_wrong',
        errors: { otp: ['You can try 4 more times.'] },
      }),
    ),
  );
  const { user } = bar();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const field = await screen.findByLabelText(/OTP/);
  await user.type(field, '000000{Enter}');
  expect(
    await screen.findByText('Invalid OTP. Try again. You can try 4 more times.'),
  ).toBeVisible();
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
  expect(screen.getByText(/^OTP Expires in/)).toBeVisible();
});

it('offers another code if the old one no longer exists', async () => {
  server.use(
    http.put(url('data_requests/request_state/95'), () =>
      refuse(400, 'This OTP does not exist please try again', {
        code: 605,
        reason: 'code_unknown',
      }),
    ),
  );
  const { user } = bar();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await user.type(await screen.findByLabelText(/OTP/), '000000{Enter}');
  expect(await screen.findByText('This OTP does not exist please try again')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Resend OTP' })).toBeVisible();
});

it('shows that another code was requested too soon, and keeps the input', async () => {
  server.use(
    http.post(url('data_requests/request_state/95/otp'), () =>
      refuse(
        429,
        'Too many attempts. Please try again later.',
        { reason: 'too_many_requests' },
        { 'Retry-After': '20' },
      ),
    ),
  );
  const { user } = bar();
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await user.type(screen.getByLabelText(/Reason/), 'Too wide');
  expect(await screen.findByText(/^Too many attempts.*20 seconds/)).toBeVisible();
  expect(screen.getByText(/^in 0:(20|19|18)$/)).toBeVisible();
  // No code has expired, because none was sent.
  expect(screen.getAllByText('No OTP was sent. Send one below')[0]).toBeVisible();
  expect(screen.queryByText(/has expired/)).not.toBeInTheDocument();
  expect(screen.getByLabelText(/Reason/)).toHaveValue('Too wide');
});

it('shows when the current code was sent, and requests no other when the dialog is opened again', async () => {
  const { user } = bar();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByText(/^OTP Expires in/);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await screen.findByText(/^OTP Expires in/);
  expect(screen.queryByText(/^An OTP was sent on/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(/^An OTP was sent on .* Verify using that OTP\.$/)).toBeVisible();
  expect(screen.getByText(/^OTP Expires in/)).toBeVisible();
  expect(codes).toEqual([
    { status: true, unless_sent: true, before: false },
    { status: false, unless_sent: true, before: false },
    { status: true, unless_sent: true, before: true },
  ]);
});

it('reports immediately that the fifth wrong entry has voided the code', async () => {
  const ended = 'This OTP is void after 5 wrong entries, send a new one below';
  server.use(
    http.put(url('data_requests/request_state/95'), () =>
      refuse(400, 'This OTP does not exist please try again', {
        code: 605,
        reason: 'code_void',
        errors: { otp: [ended] },
      }),
    ),
  );
  const { user } = bar();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await user.type(await screen.findByLabelText(/OTP/), '000000{Enter}');
  expect((await screen.findAllByText(ended))[0]).toBeVisible();
  expect(screen.getByRole('button', { name: 'Resend OTP' })).toBeVisible();
});

it('requests a code again, and does not decide, after a resend failed', async () => {
  let isOffline = false;
  server.use(
    http.post(url('data_requests/request_state/95/otp'), async ({ request }) => {
      if (isOffline) return HttpResponse.error();
      codes.push({ ...((await request.json()) as { status: boolean }), before: false });
      return answer({
        issued_at: new Date().toISOString(),
        expires_at: new Date(Date.now() + 300_000).toISOString(),
        resend_at: new Date().toISOString(),
        before: false,
      });
    }),
  );
  const { user } = bar();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await user.type(await screen.findByLabelText(/OTP/), '123456');
  isOffline = true;
  await user.click(screen.getByRole('button', { name: 'Resend OTP' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isOffline = false;
  await user.click(retry);
  await waitFor(() => expect(codes).toHaveLength(2));
  expect(decisions).toEqual([]);
});

it('is disabled and shows the reason while a comment requires action', () => {
  bar(
    makeActing({
      decide: mayNot('A comment requires action. A decision is possible from … UTC.'),
      blocked_until: '2026-03-07T10:00:00',
    }),
  );
  expect(screen.getByRole('button', { name: 'Approve' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Decline' })).toBeDisabled();
  expect(
    screen.getByText(
      'A comment requires action from the requester. You can decide once it is resolved, or from March 7, 2026 10:00 AM.',
    ),
  ).toBeVisible();
});

/** Lets the server list this number of passkeys of the user. */
const withPasskeys = (count: number) =>
  server.use(
    http.get(url('users/second-factor'), () =>
      answer(
        makeSecondFactor({
          passkeys_available: true,
          passkeys: Array.from({ length: count }, (_, index) =>
            makeOwnPasskey({ passkey_id: index + 1 }),
          ),
        }),
      ),
    ),
  );
const eitherWay = () => makeActing({ decide: mayDecide('code', 'passkey') });
const passkeyOnly = () => makeActing({ decide: mayDecide('passkey') });

it('confirms with a passkey, and mails no code', async () => {
  withPasskeys(1);
  const { user } = bar(eitherWay());
  expect(screen.getByText(/You confirm with a passkey, or with a code that we send/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(/^You confirm this decision with your passkey\./)).toBeVisible();
  expect(screen.queryByLabelText(/OTP/)).not.toBeInTheDocument();
  await user.type(screen.getByLabelText(/Comment/), 'Fine');
  await user.click(screen.getByRole('button', { name: 'Approve this request' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(begun).toEqual([{ status: true }]);
  expect(askPasskey).toHaveBeenCalledExactlyOnceWith(options);
  expect(decisions).toEqual([
    {
      status: true,
      passkey: credential,
      reason: 'Fine',
      recommendation: '',
      assigned_role: 108,
      org_role: 18,
      request: 11,
      state_id: 95,
    },
  ]);
  expect(codes).toEqual([]);
  expect(onDecided).toHaveBeenCalledOnce();
});

it('requires reason and recommendation before it asks for the passkey', async () => {
  withPasskeys(1);
  const { user } = bar(eitherWay());
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await screen.findByText(/^You confirm this decision with your passkey\./);
  await user.click(screen.getByRole('button', { name: 'Decline this request' }));
  expect(await screen.findByText('Comment is required')).toBeVisible();
  expect(begun).toEqual([]);
  await user.type(screen.getByLabelText(/Reason/), 'Too wide');
  await user.type(screen.getByLabelText(/Recommendation/), 'Narrow it');
  await user.click(screen.getByRole('button', { name: 'Decline this request' }));
  await waitFor(() => expect(decisions).toHaveLength(1));
  expect(begun).toEqual([{ status: false }]);
});

it('mails a code once the user chooses it, and goes back to the passkey', async () => {
  withPasskeys(2);
  const { user } = bar(eitherWay());
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await user.click(await screen.findByRole('button', { name: 'Send a code to my email instead' }));
  const field = await screen.findByLabelText(/OTP/);
  expect(codes).toEqual([{ status: true, unless_sent: true, before: false }]);
  await waitFor(() => expect(field).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Use my passkey instead' }));
  expect(screen.queryByLabelText(/OTP/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Send a code to my email instead' }));
  await user.type(await screen.findByLabelText(/OTP/), '123456');
  await user.click(screen.getByRole('button', { name: 'Approve this request' }));
  await waitFor(() => expect(decisions).toHaveLength(1));
  expect(decisions[0]).toMatchObject({ otp: '123456' });
  expect(decisions[0]).not.toHaveProperty('passkey');
  expect(codes).toHaveLength(1);
  expect(askPasskey).not.toHaveBeenCalled();
});

it.each([
  ['the user has no passkey', 0, true],
  ['the browser has no passkeys', 1, false],
])('mails the code at once if %s', async (_, count, supported) => {
  withPasskeys(count);
  hasPasskeys.mockReturnValue(supported);
  const { user } = bar(eitherWay());
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByLabelText(/OTP/)).toBeVisible();
  expect(codes).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Use my passkey instead' })).not.toBeInTheDocument();
});

it('mails the code if the passkeys of the user cannot be read', async () => {
  server.use(http.get(url('users/second-factor'), () => refuse(403, 'Not now.')));
  const { user } = bar(eitherWay());
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByLabelText(/OTP/)).toBeVisible();
});

it('leads to the profile if only a passkey confirms decisions and the user has none', async () => {
  withPasskeys(0);
  const { user } = bar(passkeyOnly());
  expect(screen.getByText(/You confirm with a passkey\.$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(/^You have no passkey\. Add one on your profile\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open your profile' })).toHaveAttribute(
    'href',
    '/profile?section=security',
  );
  expect(screen.getByRole('button', { name: 'Approve this request' })).toBeDisabled();
  expect(codes).toEqual([]);
});

it('says that another browser is needed if only a passkey confirms decisions', async () => {
  hasPasskeys.mockReturnValue(false);
  const { user } = bar(passkeyOnly());
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(/Use another browser\.$/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Open your profile' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Approve this request' })).toBeDisabled();
});

it('reports no error if the user closes the dialog of the browser, and asks again', async () => {
  withPasskeys(1);
  askPasskey.mockRejectedValueOnce(new PasskeyCancelled());
  const { user } = bar(passkeyOnly());
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByText(/^You confirm this decision with your passkey\./);
  const submit = screen.getByRole('button', { name: 'Approve this request' });
  await user.click(submit);
  await waitFor(() => expect(askPasskey).toHaveBeenCalledOnce());
  await waitFor(() => expect(submit).toBeEnabled());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(decisions).toEqual([]);
  await user.click(submit);
  await waitFor(() => expect(decisions).toHaveLength(1));
  expect(begun).toHaveLength(2);
});

it('shows why a passkey was refused, keeps the input, and asks for a new challenge', async () => {
  withPasskeys(1);
  server.use(
    http.put(
      url('data_requests/request_state/95'),
      () => refuse(400, 'This passkey was not accepted.', { reason: 'passkey_invalid' }),
      { once: true },
    ),
  );
  const { user } = bar(passkeyOnly());
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByText(/^You confirm this decision with your passkey\./);
  await user.type(screen.getByLabelText(/Comment/), 'Fine');
  await user.click(screen.getByRole('button', { name: 'Approve this request' }));
  expect(await screen.findByText('This passkey was not accepted.')).toBeVisible();
  expect(screen.getByLabelText(/Comment/)).toHaveValue('Fine');
  await user.click(screen.getByRole('button', { name: 'Approve this request' }));
  await waitFor(() => expect(decisions).toHaveLength(1));
  expect(begun).toHaveLength(2);
});
