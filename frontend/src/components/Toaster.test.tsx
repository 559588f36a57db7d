import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type * as Notistack from 'notistack';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { toast, type ToastTone } from '@/lib/toast';
import Toaster from './Toaster';

const configured = vi.hoisted(() => vi.fn());

/** The real one, which tells what it was configured with. */
vi.mock('notistack', async (importOriginal) => {
  const real = await importOriginal<typeof Notistack>();
  return {
    // Both are replaced when a provider is mounted.
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

it('shows toasts at the top, for 5000 ms', () => {
  render(<Toaster />);
  expect(configured).toHaveBeenLastCalledWith(
    expect.objectContaining({
      autoHideDuration: 5000,
      anchorOrigin: { vertical: 'top', horizontal: 'center' },
    }),
  );
});

it.each<[ToastTone, string]>([
  ['success', 'status'],
  ['info', 'status'],
  ['warning', 'alert'],
  ['error', 'alert'],
])('announces a toast of the type %s, and closes it by hand', async (tone, role) => {
  render(<Toaster />);
  act(() => toast(`A message of the type ${tone}`, tone));
  expect(await screen.findByRole(role)).toHaveTextContent(`A message of the type ${tone}`);
  await userEvent.click(screen.getByRole('button', { name: 'Close this message' }));
  await waitFor(() => expect(screen.queryByRole(role)).not.toBeInTheDocument());
});
