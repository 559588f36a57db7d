import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type * as Notistack from 'notistack';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeToasts, toast, type ToastTone } from '@/lib/toast';
import Toaster from './Toaster';

const configured = vi.hoisted(() => vi.fn());

/** The real notistack, but recording the options of its provider. */
vi.mock('notistack', async (importOriginal) => {
  const real = await importOriginal<typeof Notistack>();
  return {
    // Getters, because mounting a provider replaces both functions.
    get enqueueSnackbar() {
      return real.enqueueSnackbar;
    },
    get closeSnackbar() {
      return real.closeSnackbar;
    },
    SnackbarProvider: (props: Notistack.SnackbarProviderProps) => {
      configured(props);
      return createElement(real.SnackbarProvider, props);
    },
  };
});

it('shows toasts at the top', () => {
  render(<Toaster />);
  expect(configured).toHaveBeenLastCalledWith(
    expect.objectContaining({ anchorOrigin: { vertical: 'top', horizontal: 'center' } }),
  );
});

describe('Toaster', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

  it('hides a toast after 5000 ms', async () => {
    render(<Toaster />);
    act(() => toast('Saved', 'success'));
    const shown = await screen.findByRole('status');
    await pass(4900);
    expect(shown).toHaveTextContent('Saved');
    await pass(2000);
    await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument());
  });

  it('shows a long text for as long as it takes to read, and while it is hovered', async () => {
    render(<Toaster />);
    act(() => toast('A long message. '.repeat(10), 'success'));
    const shown = await screen.findByRole('status');
    await pass(8000);
    expect(shown).toBeInTheDocument();
    fireEvent.pointerEnter(shown);
    await pass(60_000);
    expect(shown).toBeInTheDocument();
    fireEvent.pointerLeave(shown);
    await pass(15_000);
    await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument());
  });
});

it.each<[ToastTone, string]>([
  ['success', 'status'],
  ['info', 'status'],
  ['warning', 'alert'],
  ['error', 'alert'],
])('announces a toast of the type %s, which can be closed', async (tone, role) => {
  render(<Toaster />);
  act(() => toast(`A message of the type ${tone}`, tone));
  expect(await screen.findByRole(role)).toHaveTextContent(`A message of the type ${tone}`);
  await userEvent.click(screen.getByRole('button', { name: 'Close this message' }));
  await waitFor(() => expect(screen.queryByRole(role)).not.toBeInTheDocument());
});

it('closes the toasts of earlier acts with the next success', async () => {
  render(<Toaster />);
  act(() => {
    toast('Please enter the Data Request Title.', 'warning');
    toast('An OTP was sent', 'info');
  });
  expect(await screen.findByRole('alert')).toBeVisible();
  act(() => toast('Saved', 'success'));
  expect(await screen.findByText('Saved')).toBeVisible();
  await waitFor(() => {
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.queryByText('An OTP was sent')).not.toBeInTheDocument();
  });
  // The same success again stays, although duplicates are not shown twice.
  act(() => toast('Saved', 'success'));
  expect(screen.getByText('Saved')).toBeVisible();
  act(() => closeToasts());
  await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument());
});

it('does not move the page while a pointer is down', async () => {
  const moved = () => document.documentElement.style.getPropertyValue('--toasts');
  const container = document.createElement('div');
  container.getBoundingClientRect = () => new DOMRect(0, 4, 320, 70);
  let grow = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: (entries: readonly { target: Element }[]) => void) {
        grow = () => onResize([{ target: container }]);
      }
    },
  );
  vi.resetModules();
  await import('./Toaster');
  fireEvent.pointerDown(document.body);
  grow();
  expect(moved()).toBe('');
  fireEvent.pointerUp(document.body);
  fireEvent.click(document.body);
  await vi.waitFor(() => expect(moved()).toBe('74px'));
  document.documentElement.style.removeProperty('--toasts');
});
