import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
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
      <DateField id="needed" label="Date Needed" value={day} onChange={setDay} />
      <output data-testid="day">{day}</output>
    </>
  );
}

it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'picks the day that is shown in %s',
  async (timeZone) => {
    process.env.TZ = timeZone;
    const { user } = renderPart(<Field begin="2026-06-01" />);
    await user.click(screen.getByRole('button', { name: 'Choose the date: Date Needed' }));
    await user.click(await screen.findByRole('gridcell', { name: '15' }));
    expect(screen.getByTestId('day')).toHaveTextContent('2026-06-15');
    expect(document.getElementById('needed')).toHaveValue('15 June 2026');
  },
);

it.each(['next year', '0026-03-05'])('stands with "%s", which a draft may hold', (begin) => {
  renderPart(<Field begin={begin} />);
  expect(screen.getByTestId('day')).toHaveTextContent(begin);
});
