import { ThemeProvider } from '@mui/material/styles';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NetworkError } from '@/api/errors';
import { LoadFailed } from '@/ui/LoadFailed';
import { NetworkErrorAlert } from '@/ui/NetworkErrorAlert';
import { theme } from './theme';

it('does not wrap the label of the button beside a long message', () => {
  render(
    <ThemeProvider theme={theme()}>
      <LoadFailed error={new NetworkError()} onRetry={() => {}} />
      <NetworkErrorAlert>You are offline.</NetworkErrorAlert>
    </ThemeProvider>,
  );
  for (const button of screen.getAllByRole('button')) {
    expect(getComputedStyle(button.closest('.MuiAlert-action')!).whiteSpace).toBe('nowrap');
  }
});
