import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPart } from '@/testing/render';
import { DateField } from './DateField';

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone;
});

function Field({ begin }: { begin: string }) {
  const [day, setDay] = useState(begin);
  return (
    <>
      <DateField id="needed" label="Date needed" value={day} onChange={setDay} />
      <output data-testid="day">{day}</output>
    </>
  );
}

it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'picks the displayed day in the time zone %s',
  async (timeZone) => {
    process.env.TZ = timeZone;
    const { user } = renderPart(<Field begin="2026-06-01" />);
    await user.click(await screen.findByRole('button', { name: 'Choose the date: Date needed' }));
    await user.click(await screen.findByRole('gridcell', { name: '15' }));
    expect(screen.getByTestId('day')).toHaveTextContent('2026-06-15');
    expect(document.getElementById('needed')).toHaveValue('15 June 2026');
  },
);

it('shows its day in a disabled field while the calendar is loaded', async () => {
  vi.resetModules();
  const { DateField } = await import('./DateField');
  renderPart(<DateField id="needed" label="Date needed" value="2026-06-15" onChange={vi.fn()} />);
  const field = screen.getByRole('textbox', { name: 'Date needed' });
  expect(field).toBeDisabled();
  expect(field).toHaveValue('15 June 2026');
  expect(await screen.findByRole('button', { name: /^Choose the date/ })).toBeVisible();
});

it("falls back to the browser's date field if the calendar cannot be loaded", async () => {
  vi.resetModules();
  vi.doMock('./DayPicker', () => {
    throw new Error('Failed to fetch dynamically imported module');
  });
  const { DateField } = await import('./DateField');
  const onChange = vi.fn();
  renderPart(<DateField id="needed" label="Date needed" value="2026-06-15" onChange={onChange} />);
  await waitFor(() => expect(screen.getByLabelText('Date needed')).toBeEnabled());
  fireEvent.change(screen.getByLabelText('Date needed'), { target: { value: '2026-06-16' } });
  expect(onChange).toHaveBeenCalledWith('2026-06-16');
  vi.doUnmock('./DayPicker');
});

it.each(['next year', '0026-03-05'])('keeps the value "%s", which a draft may contain', (begin) => {
  renderPart(<Field begin={begin} />);
  expect(screen.getByTestId('day')).toHaveTextContent(begin);
});
