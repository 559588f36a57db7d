import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lostCall } from '@/api/errors';
import { renderPart } from '@/testing/render';
import { PassingAlert } from './PassingAlert';

describe('PassingAlert', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const pass = (milliseconds: number) => {
    act(() => {
      vi.advanceTimersByTime(milliseconds);
    });
  };
  const shown = () => screen.queryByRole('alert');

  it('disappears after three seconds', () => {
    renderPart(<PassingAlert severity="warning">Request Failed</PassingAlert>);
    pass(2999);
    expect(shown()).toHaveTextContent('Request Failed');
    pass(1);
    expect(shown()).toBeNull();
  });

  it('shows a longer text for as long as it takes to read', () => {
    renderPart(<PassingAlert severity="warning">{'A long reason. '.repeat(10)}</PassingAlert>);
    pass(10_000);
    expect(shown()).toBeVisible();
    pass(1000);
    expect(shown()).toBeNull();
  });

  it('does not disappear after a lost call, and Try again submits the form', () => {
    const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    renderPart(
      <form onSubmit={submit}>
        <PassingAlert severity="warning">{lostCall().message}</PassingAlert>
      </form>,
    );
    pass(600_000);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(submit).toHaveBeenCalledOnce();
  });

  it('can be closed', () => {
    renderPart(<PassingAlert severity="warning">Request Failed</PassingAlert>);
    fireEvent.click(screen.getByRole('button', { name: 'Close this message' }));
    expect(shown()).toBeNull();
  });

  it('does not disappear while it is hovered or focused', () => {
    renderPart(<PassingAlert severity="error">Invalid username or password.</PassingAlert>);
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
