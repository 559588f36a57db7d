import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SectionPanel } from './SectionPanel';
import { followPrinting } from '@/lib/printing';

it('prints closed sections open and dark pages light, and restores them', () => {
  const page = document.documentElement;
  page.setAttribute('data-mode', 'dark');
  const end = followPrinting();
  render(
    <SectionPanel title="Purposes" open={false} onToggle={() => undefined}>
      Surveillance
    </SectionPanel>,
  );
  expect(screen.queryByText('Surveillance')).not.toBeInTheDocument();
  for (let preview = 0; preview < 2; preview += 1)
    act(() => void fireEvent(window, new Event('beforeprint')));
  expect(screen.getByText('Surveillance')).toBeInTheDocument();
  expect(page).toHaveAttribute('data-mode', 'light');
  act(() => void fireEvent(window, new Event('afterprint')));
  expect(page).toHaveAttribute('data-mode', 'dark');
  expect(screen.getByRole('button', { name: 'Purposes' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  end();
  page.removeAttribute('data-mode');
});
