import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { useParamsChange } from './useParamsChange';

function Page() {
  const [params, change] = useParamsChange();
  const { search } = useLocation();
  return (
    <>
      <button
        onClick={() => {
          change((address) => address.set('step', 'principal'));
          change((address) => address.set('draft', '5'), { replace: true });
        }}
      >
        Next
      </button>
      <output>{`${search} ${params.get('step')}`}</output>
    </>
  );
}

it('builds on changes that are not rendered yet', async () => {
  render(
    <MemoryRouter initialEntries={['/?title=a']}>
      <Page />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('?title=a&step=principal&draft=5 principal')).toBeVisible();
});
