import Button from '@mui/material/Button';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '@/testing/render';
import { DisabledAction } from './DisabledAction';

const REFUSAL = 'The last Admin stays.';

function show(refusal?: string) {
  const remove = vi.fn();
  const { user } = renderPart(
    <DisabledAction refusal={refusal}>
      <Button aria-label="Remove Naledi" onClick={remove}>
        Remove
      </Button>
    </DisabledAction>,
  );
  return { user, remove, button: screen.getByRole('button', { name: 'Remove Naledi' }) };
}

it('runs an enabled action', async () => {
  const { user, remove, button } = show();
  await user.click(button);
  expect(remove).toHaveBeenCalledOnce();
  expect(button).not.toHaveAttribute('aria-disabled');
});

it('can be focused, and shows the reason for which the action is disabled', async () => {
  const { user, button } = show(REFUSAL);
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription(REFUSAL);
  await user.tab();
  expect(button).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('tooltip')).toHaveTextContent(REFUSAL);
});

it('shows the reason when a disabled action is pressed, and does nothing', async () => {
  const { user, remove, button } = show(REFUSAL);
  await user.click(button);
  expect(await screen.findByRole('tooltip')).toHaveTextContent(REFUSAL);
  expect(remove).not.toHaveBeenCalled();
});
