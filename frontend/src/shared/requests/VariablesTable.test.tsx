import { useIsFetching } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { makeRequestedVariable } from '@/testing/factories';
import { renderPart } from '@/testing/render';
import { answerVariables, makeRequest } from '@/testing/reviewFactories';
import { server, url } from '@/testing/server';
import { VariablesTable } from './VariablesTable';

const weight = makeRequestedVariable({ var_id: 1, tbl_name: 'births', var_name: 'weight' });
const length = makeRequestedVariable({ var_id: 2, tbl_name: 'births', var_name: 'length' });

function serve(...variables: (typeof weight)[]) {
  const request = makeRequest({ dataset_variables: variables });
  server.use(
    http.get(url('data_requests/dataset_variables'), ({ request: call }) =>
      answerVariables(request, call),
    ),
  );
  return request;
}

it('shows no notice if the dictionary has not changed', async () => {
  renderPart(<VariablesTable request={serve(weight, length)} />);
  expect(await screen.findByText('weight')).toBeVisible();
  expect(screen.queryByText(/data dictionary has changed/)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /births/ })).not.toBeInTheDocument();
});

it('marks changed variables, opens both definitions, and filters by changed variables', async () => {
  const changed = {
    ...weight,
    since_request: {
      remark: 'changed since' as const,
      fields: [
        { field: 'meaning', label: 'Meaning', before: 'In kilograms.', after: 'In grams.' },
        { field: 'range', label: 'Range', before: '', after: '0 to 9000' },
      ],
    },
  };
  const { user } = renderPart(<VariablesTable request={serve(changed, length)} />);
  const alert = within(await screen.findByRole('alert'));
  expect(
    alert.getByText(
      'The data dictionary has changed since this was requested: 1 variable has changed or is no longer offered.',
    ),
  ).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'births.weight: changed since' }));
  const dialog = within(await screen.findByRole('dialog', { name: /births.weight/ }));
  expect(dialog.getByText('In kilograms.').tagName).toBe('DEL');
  expect(dialog.getByText('In grams.').tagName).toBe('INS');
  expect(dialog.getByText('Range')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Close' }));

  expect(screen.getByText('length')).toBeInTheDocument();
  await user.click(alert.getByRole('button', { name: 'Show only these' }));
  await expect.poll(() => screen.queryByText('length')).toBeNull();
  await user.click(alert.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('length')).toBeVisible();
});

it('shows no rows until the notice above them is loaded', async () => {
  const request = serve(weight);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  let rowsAnswered = false;
  server.use(
    http.get(url('data_requests/dataset_variables'), async ({ request: call }) => {
      if (new URL(call.url).searchParams.has('moved_on')) await held;
      else rowsAnswered = true;
      return answerVariables(request, call);
    }),
  );
  const Asked = () => <output aria-label="asked">{useIsFetching()}</output>;
  renderPart(
    <>
      <VariablesTable request={request} />
      <Asked />
    </>,
  );
  await expect.poll(() => rowsAnswered).toBe(true);
  await expect.poll(() => screen.getByLabelText('asked').textContent).toBe('1');
  expect(screen.queryByText('weight')).not.toBeInTheDocument();
  answer();
  expect(await screen.findByText('weight')).toBeVisible();
});

it('shows that a variable is no longer offered', async () => {
  const gone = { ...weight, since_request: { remark: 'no longer offered' as const, fields: [] } };
  const { user } = renderPart(<VariablesTable request={serve(gone)} as="names" />);
  await user.click(await screen.findByRole('button', { name: 'births.weight: no longer offered' }));
  const dialog = within(await screen.findByRole('dialog', { name: /births.weight/ }));
  expect(
    dialog.getByText(
      'Its table or data source is no longer published. It is still part of the request.',
    ),
  ).toBeVisible();
});
