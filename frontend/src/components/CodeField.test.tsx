import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '@/testing/render';
import { CodeField, CODE_LIFETIME } from './CodeField';

function Field({
  expiresAt,
  onResend = () => {},
}: {
  expiresAt: number | null;
  onResend?: () => void;
}) {
  const [code, setCode] = useState('');
  return (
    <CodeField id="otp" value={code} onChange={setCode} expiresAt={expiresAt} onResend={onResend} />
  );
}

it('takes digits only, at most six', async () => {
  const { user } = renderPart(<Field expiresAt={Date.now() + CODE_LIFETIME} />);
  await user.type(screen.getByLabelText(/OTP/), '12a 34567');
  expect(screen.getByLabelText(/OTP/)).toHaveValue('123456');
});

it('takes a pasted code whatever stands between its digits', async () => {
  const { user } = renderPart(<Field expiresAt={Date.now() + CODE_LIFETIME} />);
  await user.type(screen.getByLabelText(/OTP/), '9');
  await user.paste('Your code: 123-456');
  expect(screen.getByLabelText(/OTP/)).toHaveValue('123456');
});

it('counts down while the code lives, and offers no other one', () => {
  renderPart(<Field expiresAt={Date.now() + 125_000} />);
  expect(screen.getByText(/^OTP Expires in: 2:0[4-6]$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Resend OTP' })).not.toBeInTheDocument();
});

it('offers another one when the code is dead', async () => {
  const onResend = vi.fn();
  const { user } = renderPart(<Field expiresAt={null} onResend={onResend} />);
  expect(screen.getAllByText('OTP has expired, send a new one below')[0]).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Resend OTP' }));
  expect(onResend).toHaveBeenCalledOnce();
});

it('has the focus when it appears, unless somebody is writing elsewhere', async () => {
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
