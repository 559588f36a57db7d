import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPart } from '@/testing/render';
import { noteServerDate } from '@/lib/serverTime';
import { CODE_LIFETIME } from '@/lib/codeLifetime';
import { CodeField } from './CodeField';

function Field({
  expiresAt,
  resendAt,
  ended,
  onResend = () => {},
}: {
  expiresAt: number | null;
  resendAt?: number;
  ended?: string;
  onResend?: () => void;
}) {
  const [code, setCode] = useState('');
  return (
    <CodeField
      id="otp"
      value={code}
      onChange={setCode}
      expiresAt={expiresAt}
      resendAt={resendAt}
      ended={ended}
      onResend={onResend}
    />
  );
}

it('accepts only digits, at most six', async () => {
  const { user } = renderPart(<Field expiresAt={Date.now() + CODE_LIFETIME} />);
  await user.type(screen.getByLabelText(/OTP/), '12a 34567');
  expect(screen.getByLabelText(/OTP/)).toHaveValue('123456');
});

it.each([
  'Your code: 123-456',
  'Enter this code to approve Data Request DAC0012: 123456',
  '١٢٣٤٥٦',
])('extracts the code from a pasted, typed or dictated text: %s', async (text) => {
  const { user } = renderPart(<Field expiresAt={Date.now() + CODE_LIFETIME} />);
  const field = screen.getByLabelText(/OTP/);
  await user.type(field, '9');
  await user.paste(text);
  expect(field).toHaveValue('123456');
  await user.clear(field);
  // Dictation and autofill enter all digits at once, without a paste.
  fireEvent.change(field, { target: { value: text } });
  expect(field).toHaveValue('123456');
});

it('ignores a pasted text without a code', async () => {
  const { user } = renderPart(<Field expiresAt={Date.now() + CODE_LIFETIME} />);
  const field = screen.getByLabelText(/OTP/);
  await user.type(field, '12');
  for (const text of ['Data Request DAC0012', 'nothing', '1234567', '']) {
    await user.paste(text);
    expect(field).toHaveValue('12');
  }
  await user.paste('345 6');
  expect(field).toHaveValue('123456');
});

it('counts down to the expiry of the code and to the next resend', () => {
  const now = Date.now();
  renderPart(<Field expiresAt={now + 125_000} resendAt={now + 20_000} />);
  expect(screen.getByText(/^OTP Expires in: 2:0[4-6]$/)).toBeVisible();
  expect(screen.getByText(/^No OTP yet\? You can ask for another in 0:(19|20)$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Resend OTP' })).not.toBeInTheDocument();
});

it('offers to resend a code while the first one is still valid', async () => {
  const onResend = vi.fn();
  const expiresAt = Date.now() + 270_000;
  const { user } = renderPart(
    <Field expiresAt={expiresAt} resendAt={Date.now()} onResend={onResend} />,
  );
  expect(screen.getByText(/^OTP Expires in: 4:[23]/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Resend OTP' }));
  expect(onResend).toHaveBeenCalledOnce();
});

it('reports a void code, and the time of the next resend', () => {
  const ended = 'This OTP is void after 5 wrong entries, send a new one below';
  renderPart(<Field expiresAt={null} resendAt={Date.now() + 10_000} ended={ended} />);
  expect(screen.getAllByText(ended)[0]).toBeVisible();
  expect(screen.getByRole('button', { name: 'Resend OTP' })).toBeDisabled();
  expect(screen.getByText(/^in 0:(09|10)$/)).toBeVisible();
});

const TEN_MINUTES = 600_000;

afterEach(() => {
  vi.useRealTimers();
});

it.each([TEN_MINUTES, -TEN_MINUTES])(
  'counts by the server’s clock if the device is %i ms off',
  (off) => {
    const server = Date.now();
    noteServerDate(new Headers({ Date: new Date(server).toUTCString() }));
    vi.useFakeTimers({ toFake: ['Date'], now: server + off });
    renderPart(<Field expiresAt={server + CODE_LIFETIME} resendAt={server + 30_000} />);
    expect(screen.getByText(/^OTP Expires in: (5:00|4:5\d)$/)).toBeVisible();
    expect(screen.getByText(/You can ask for another in 0:(3[01]|2\d)$/)).toBeVisible();
  },
);

it('never starts above 5:00', () => {
  const server = Date.now();
  // The header is cut to seconds, so the estimate of the server's clock is behind.
  noteServerDate(new Headers({ Date: new Date(server - 900).toUTCString() }));
  renderPart(<Field expiresAt={server + CODE_LIFETIME} />);
  expect(screen.getByText('OTP Expires in: 5:00')).toBeVisible();
});

it('offers to resend a code if it has expired', async () => {
  const onResend = vi.fn();
  const { user } = renderPart(<Field expiresAt={null} onResend={onResend} />);
  expect(screen.getAllByText('OTP has expired, send a new one below')[0]).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Resend OTP' }));
  expect(onResend).toHaveBeenCalledOnce();
});

it('takes the focus when it appears, except from a field with typed text', async () => {
  const field = <Field expiresAt={Date.now() + CODE_LIFETIME} />;
  const first = renderPart(field);
  expect(screen.getByLabelText(/OTP/)).toHaveFocus();
  first.unmount();

  function Form() {
    const [sent, setSent] = useState(false);
    return (
      <>
        <input aria-label="Comment" onChange={() => setSent(true)} />
        {sent && field}
      </>
    );
  }
  const { user } = renderPart(<Form />);
  await user.type(screen.getByLabelText('Comment'), 'Because');
  expect(screen.getByLabelText(/OTP/)).toBeVisible();
  expect(screen.getByLabelText('Comment')).toHaveFocus();
});
