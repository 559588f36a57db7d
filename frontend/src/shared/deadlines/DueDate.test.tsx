import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Due } from '@/api/models';
import { renderPart } from '@/testing/render';
import { makeDue } from '@/testing/reviewFactories';
import { DueDate } from './DueDate';
import { OverdueCount } from './OverdueCount';

/** Renders a due date. Returns its text, and the test id of its icon. */
function show(due: Due) {
  const { container, unmount } = renderPart(<DueDate due={due} />);
  const icon = container.querySelector('svg');
  expect(icon).toHaveAttribute('aria-hidden', 'true');
  const shown = [icon?.parentElement?.textContent, icon?.getAttribute('data-testid')];
  unmount();
  return shown;
}

it('shows every state with a word and an icon', () => {
  expect(show(makeDue())).toEqual(['Due 04 December 2026 · On time', 'EventAvailableOutlinedIcon']);
  expect(show(makeDue({ state: 'Due soon' }))).toEqual([
    'Due 04 December 2026 · Due soon',
    'AlarmOutlinedIcon',
  ]);
  expect(show(makeDue({ on: '2026-11-27', state: 'Overdue' }))).toEqual([
    'Due 27 November 2026 · Overdue',
    'EventBusyOutlinedIcon',
  ]);
});

it('shows a paused clock without a date and a state', () => {
  const paused = ['Paused until a comment is resolved', 'PauseOutlinedIcon'];
  expect(show(makeDue({ on: null }))).toEqual(paused);
  expect(show(makeDue({ on: null, state: 'Overdue' }))).toEqual(paused);
});

it('shows the state alone where there is no room', () => {
  renderPart(<DueDate due={makeDue({ state: 'Due soon' })} short />);
  renderPart(<DueDate due={makeDue({ on: null })} short />);
  expect(screen.getByText('Due soon')).toBeVisible();
  expect(screen.getByText('Paused')).toBeVisible();
});

it('renders nothing without a due date', () => {
  renderPart(<DueDate due={null} />);
  expect(screen.queryByText(/Due|Paused/)).not.toBeInTheDocument();
});

it('counts the overdue requests with a link to them', () => {
  const { rerender } = renderPart(
    <OverdueCount counts={{ overdue: 2 }} to="/datarequests?due=Overdue" />,
  );
  const link = screen.getByRole('link', { name: '2 overdue' });
  expect(link).toHaveAttribute('href', '/datarequests?due=Overdue');
  expect(link.querySelector('svg')).toBeInTheDocument();
  rerender(<OverdueCount counts={{ overdue: 0 }} to="/datarequests?due=Overdue" />);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});
