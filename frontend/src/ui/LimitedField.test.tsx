import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '@/testing/render';
import { LimitedField } from './LimitedField';

function Form({ onSend }: { onSend: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend(text);
      }}
    >
      <LimitedField
        label="Title"
        limit={30}
        helperText="In a few words."
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit">Save</button>
    </form>
  );
}

it('keeps a pasted text, shows the excess, and blocks the form while it is too long', async () => {
  const onSend = vi.fn();
  const { user } = renderPart(<Form onSend={onSend} />);
  const field = screen.getByLabelText('Title');
  const long = `${'🌦'.repeat(30)} END OF TEXT`;
  await user.click(field);
  await user.paste(long);
  expect(field).toHaveValue(long);
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription(
    /In a few words.\s*You have 12 characters too many. Shorten the text to continue./,
  );

  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSend).not.toHaveBeenCalled();
  expect(field).toHaveFocus();

  await user.clear(field);
  await user.paste('🌦'.repeat(30));
  expect(field).toBeValid();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSend).toHaveBeenCalledExactlyOnceWith('🌦'.repeat(30));
});

it('shows the characters left only near the limit, and announces them after a pause in typing', async () => {
  const { user } = renderPart(<Form onSend={vi.fn()} />);
  const field = screen.getByLabelText('Title');
  await user.type(field, 'x'.repeat(19));
  expect(screen.queryByText(/left/)).not.toBeInTheDocument();
  await user.keyboard('xy');
  expect(field).toHaveAccessibleDescription(/You have 9 characters left/);
  expect(
    await screen.findByText('You have 9 characters left.', { selector: '[role=status]' }),
  ).toBeInTheDocument();
});
