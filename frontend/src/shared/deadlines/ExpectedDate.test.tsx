import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Expected } from '@/api/models';
import { renderPart } from '@/testing/render';
import { makeExpected, makeExtension } from '@/testing/reviewFactories';
import { ExpectedDate } from './ExpectedDate';
import { ExtensionNote } from './ExtensionNote';

/** Renders an expected day. Returns its text, and the test id of its icon. */
function show(expected: Expected) {
  const { container, unmount } = renderPart(<ExpectedDate expected={expected} />);
  const icon = container.querySelector('svg');
  expect(icon).toHaveAttribute('aria-hidden', 'true');
  const shown = [icon?.parentElement?.textContent, icon?.getAttribute('data-testid')];
  unmount();
  return shown;
}

it('shows the expected day with an icon for its state', () => {
  expect(show(makeExpected())).toEqual([
    'Expected by 04 December 2026',
    'EventAvailableOutlinedIcon',
  ]);
  expect(show(makeExpected({ state: 'Overdue' }))).toEqual([
    'Expected by 04 December 2026 · Overdue',
    'EventBusyOutlinedIcon',
  ]);
  expect(show(makeExpected({ on: null, paused: true }))).toEqual([
    'Expected date paused until a comment is resolved',
    'PauseOutlinedIcon',
  ]);
});

it('shows length and reason of an extension', () => {
  const { rerender } = renderPart(
    <ExtensionNote expected={makeExpected({ extended: makeExtension() })} />,
  );
  expect(screen.getByText(/^The term was extended by 1 month on/)).toBeVisible();
  expect(screen.getByText('Reason: The ethics committee meets in May.')).toBeVisible();
  rerender(<ExtensionNote expected={makeExpected()} />);
  expect(screen.queryByText(/extended/)).not.toBeInTheDocument();
});
