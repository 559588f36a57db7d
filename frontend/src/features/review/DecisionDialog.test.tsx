import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderPart, signInAs } from '@/testing/render';
import { makeActing, makeRequest, mayNot } from '@/testing/reviewFactories';
import { answer, refuse, server, url } from '@/testing/server';
import { DecisionBar } from './DecisionBar';

const codes: unknown[] = [];
const decisions: unknown[] = [];

beforeEach(() => {
  codes.length = 0;
  decisions.length = 0;
  signInAs('Data Security Reviewer');
  server.use(
    http.post(url('data_requests/request_state/95/otp'), async ({ request }) => {
      codes.push(await request.json());
      return answer({
        issued_at: new Date().toISOString(),
        expires_at: new Date(Date.now() + 300_000).toISOString(),
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
  renderPart(<DecisionBar request={makeRequest({ acting })} />);

it('asks for reason, recommendation and code when declining, and sends none without them', async () => {
  const { user } = bar();
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await screen.findByLabelText(/OTP/);
  expect(codes).toEqual([{ status: false }]);
  await user.click(screen.getByRole('button', { name: 'Deny this request' }));
  expect(screen.getByText('Comment is required')).toBeVisible();
  expect(screen.getByText('Recommendation is required')).toBeVisible();
  expect(screen.getByText('OTP is required')).toBeVisible();
  expect(decisions).toEqual([]);
});

it('approves with the code alone, closes, and says on the page what became of it', async () => {
  const { user } = bar();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await user.type(await screen.findByLabelText(/OTP/), '123456');
  await user.click(screen.getByRole('button', { name: 'Approve this request' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(
    within(screen.getByRole('region', { name: 'Decision' })).getByRole('status'),
  ).toHaveTextContent(
    'request state updated successfully. You have successfully approved this request.',
  );
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

it('clears a wrong code and keeps the focus in its field', async () => {
  server.use(
    http.put(url('data_requests/request_state/95'), () =>
      refuse(400, 'Invalid OTP. Try again.', { code: 605 }),
    ),
  );
  const { user } = bar();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const field = await screen.findByLabelText(/OTP/);
  await user.type(field, '000000{Enter}');
  expect(await screen.findByText('Invalid OTP. Try again.')).toBeVisible();
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
  expect(screen.getByText(/^OTP Expires in/)).toBeVisible();
});

it('offers another code when the old one does not exist any more', async () => {
  server.use(
    http.put(url('data_requests/request_state/95'), () =>
      refuse(400, 'This OTP does not exist please try again', { code: 605 }),
    ),
  );
  const { user } = bar();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await user.type(await screen.findByLabelText(/OTP/), '000000{Enter}');
  expect(await screen.findByText('This OTP does not exist please try again')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Resend OTP' })).toBeVisible();
});

it('shows that another code was asked for too soon, and keeps what was typed', async () => {
  server.use(
    http.post(url('data_requests/request_state/95/otp'), () =>
      refuse(429, 'Wait 20 seconds before you ask for another OTP.'),
    ),
  );
  const { user } = bar();
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await user.type(screen.getByLabelText(/Reason/), 'Too wide');
  expect(await screen.findByText('Wait 20 seconds before you ask for another OTP.')).toBeVisible();
  expect(screen.getByLabelText(/Reason/)).toHaveValue('Too wide');
});

it('does not ask for another code when the dialog is opened again for the same outcome', async () => {
  const { user } = bar();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByText(/^OTP Expires in/);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(/^OTP Expires in/)).toBeVisible();
  expect(codes).toHaveLength(1);
});

it('is disabled and says why while a comment demands action', () => {
  bar(
    makeActing({
      decide: mayNot('A comment requires action from the requester.'),
      blocked_until: '2026-03-07T10:00:00',
    }),
  );
  expect(screen.getByRole('button', { name: 'Approve' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Decline' })).toBeDisabled();
  expect(
    screen.getByText(
      'A comment requires action from the requester. That is March 7, 2026 10:00 AM where you are.',
    ),
  ).toBeVisible();
});
