import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '@/api/errors';
import { LoadFailed } from './LoadFailed';

it('offers a retry if it may succeed', async () => {
  const retry = vi.fn();
  const { rerender } = render(<LoadFailed error={new NetworkError()} onRetry={retry} />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
  rerender(<LoadFailed error={new ApiError(503, 'Busy')} onRetry={retry} />);
  expect(screen.getByRole('button')).toBeVisible();
});

it('offers no retry if the record does not exist', () => {
  render(<LoadFailed error={new ApiError(404, 'Topic not found.')} onRetry={() => {}} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Topic not found.');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
