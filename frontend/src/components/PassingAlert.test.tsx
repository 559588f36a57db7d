import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lostCall } from '@/api/errors';
import { renderPart } from '@/testing/render';
import { PassingAlert } from './PassingAlert';

describe('an alert', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const pass = (milliseconds: number) => {
    act(() => {
      vi.advanceTimersByTime(milliseconds);
    });
  };
  const shown = () => screen.queryByRole('alert');

  it('goes after three seconds', () => {
    renderPart(<PassingAlert severity="warning">Request Failed</PassingAlert>);
    pass(2999);
    expect(shown()).toHaveTextContent('Request Failed');
    pass(1);
    expect(shown()).toBeNull();
  });

  it('stays as long as a longer text takes to read', () => {
    renderPart(<PassingAlert severity="warning">{'A long reason. '.repeat(10)}</PassingAlert>);
    pass(10_000);
    expect(shown()).toBeVisible();
    pass(1000);
    expect(shown()).toBeNull();
  });

  it('stays, and sends its form again, where the call was lost', () => {
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

  it('is closed by hand', () => {
    renderPart(<PassingAlert severity="warning">Request Failed</PassingAlert>);
    fireEvent.click(screen.getByRole('button', { name: 'Close this message' }));
    expect(shown()).toBeNull();
  });

  it('stays while somebody reads it', () => {
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
