import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useLayoutEffect } from 'react';
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

/** Changes the address before and after the effects of a render that shows an earlier change. */
function QuickPage() {
  const [params, change] = useParamsChange();
  const { search } = useLocation();
  const isFirst = params.has('source') && !params.has('person');
  useLayoutEffect(() => {
    if (isFirst) change((address) => address.set('person', '4'));
  }, [isFirst, change]);
  useEffect(() => {
    if (isFirst) change((address) => address.set('sort', 'title'));
  }, [isFirst, change]);
  return (
    <>
      <button onClick={() => change((address) => address.set('source', '2'))}>Filter</button>
      <output>{search}</output>
    </>
  );
}

it('keeps a change while an earlier one is rendered', async () => {
  render(
    <MemoryRouter initialEntries={['/']}>
      <QuickPage />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  expect(await screen.findByText('?source=2&person=4&sort=title')).toBeVisible();
});
