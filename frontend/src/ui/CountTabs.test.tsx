import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '@/testing/render';
import { CountTabs } from './CountTabs';

const show = (overdue?: number) =>
  renderPart(
    <CountTabs
      label="Lists"
      tabs={[
        { key: 'pending', title: 'Pending', count: 12, overdue },
        { key: 'approved', title: 'Approved', count: 4 },
      ]}
      shown="pending"
      onShow={vi.fn()}
    >
      Rows
    </CountTabs>,
  );

it('adds the number of overdue entries to the name of their tab', () => {
  show(3);
  const pending = screen.getByRole('tab', { name: /^Pending\s*12\s*,\s*3 overdue$/ });
  expect(within(pending).getByTestId('EventBusyOutlinedIcon')).toBeInTheDocument();
  expect(screen.getByRole('tab', { name: /^Approved\s*4$/ })).toBeVisible();
});

it.each([undefined, 0])('shows no overdue entries if there are %s', (overdue) => {
  show(overdue);
  expect(screen.getByRole('tab', { name: /^Pending\s*12$/ })).toBeVisible();
  expect(screen.queryByTestId('EventBusyOutlinedIcon')).not.toBeInTheDocument();
});
