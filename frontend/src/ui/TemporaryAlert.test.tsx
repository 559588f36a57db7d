import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, lostCall } from '@/api/errors';
import { renderPart } from '@/testing/render';
import { TemporaryAlert } from './TemporaryAlert';

describe('TemporaryAlert', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const pass = (milliseconds: number) => {
    act(() => {
      vi.advanceTimersByTime(milliseconds);
    });
  };
  const shown = () => screen.queryByRole('alert');
  const refused = (message: string) => (
    <TemporaryAlert severity="warning" error={new ApiError(409, message)} />
  );

  it('disappears after three seconds', () => {
    renderPart(refused('Request Failed'));
    pass(2999);
    expect(shown()).toHaveTextContent('Request Failed');
    pass(1);
    expect(shown()).toBeNull();
  });

  it('shows a longer text for as long as it takes to read', () => {
    renderPart(refused('A long reason. '.repeat(10)));
    pass(10_000);
    expect(shown()).toBeVisible();
    pass(1000);
    expect(shown()).toBeNull();
  });

  it('does not disappear after a lost call, and Try again submits the form', () => {
    const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    renderPart(
      <form onSubmit={submit}>
        <TemporaryAlert severity="warning" error={lostCall()} />
      </form>,
    );
    pass(600_000);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(submit).toHaveBeenCalledOnce();
  });

  it('disappears when its close button is pressed', () => {
    renderPart(refused('Request Failed'));
    fireEvent.click(screen.getByRole('button', { name: 'Close this message' }));
    expect(shown()).toBeNull();
  });

  it('does not disappear while it is hovered or focused', () => {
    renderPart(refused('Invalid username or password.'));
    pass(2000);
    fireEvent.pointerEnter(shown()!);
    pass(60_000);
    fireEvent.pointerLeave(shown()!);
    fireEvent.focus(screen.getByRole('button'));
    pass(60_000);
    expect(shown()).toBeVisible();
    fireEvent.blur(screen.getByRole('button'));
    pass(4000);
    expect(shown()).toBeNull();
  });
});
