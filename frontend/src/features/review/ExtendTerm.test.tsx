import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderPart, signInAs } from '@/testing/render';
import {
  makeActing,
  makeExpected,
  makeExtension,
  makeRequest,
  mayDecide,
} from '@/testing/reviewFactories';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import { ReviewScreen } from './ReviewScreen';

const mayExtend = () =>
  makeRequest({
    expected: makeExpected(),
    acting: makeActing({ extend: mayDecide('code') }),
  });
let request = mayExtend();
const sent: unknown[] = [];

beforeEach(() => {
  request = mayExtend();
  sent.length = 0;
  server.use(
    http.get(url('data_requests'), () => answer(request)),
    http.get(url('data_requests/dataset_variables'), () => answerList([])),
    http.get(url('data_requests/statecomment/list/11'), () => answer([])),
  );
  signInAs('Data Security Reviewer');
});

/** Opens the dialog on the page of the request. */
async function openDialog() {
  const { user } = renderPart(<ReviewScreen />, '/datarequest?request_id=11');
  await user.click(await screen.findByRole('button', { name: 'Extend the term' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Extend the term' }));
  const months = dialog.getByRole('textbox', { name: /^Months/ });
  const reason = dialog.getByRole('textbox', { name: /^Reason/ });
  const submit = () => user.click(dialog.getByRole('button', { name: 'Extend this term' }));
  return { user, dialog, months, reason, submit };
}

it('extends the term with a reason, and shows both on the page', async () => {
  server.use(
    http.post(url('data_requests/11/extension'), async (call) => {
      sent.push(await call.request.json());
      request = makeRequest({
        expected: makeExpected({ on: '2027-01-04', extended: makeExtension() }),
      });
      return answer({ on: '2027-01-04' }, { message: 'You have successfully extended the term.' });
    }),
  );
  const { user, dialog, months, reason, submit } = await openDialog();
  expect(screen.getByText('Expected by 04 December 2026')).toBeVisible();
  for (const wrong of ['3e', '4']) {
    await user.clear(months);
    await user.type(months, wrong);
    await submit();
    expect(months).toHaveAccessibleDescription(/^Enter 1 to 3 months: /);
  }
  expect(
    dialog.getByText('Enter 1 to 3 months: a term is extended by its own length at most.'),
  ).toBeVisible();
  expect(dialog.getByText('Enter a reason. The requester sees it.')).toBeVisible();
  await user.clear(months);
  await user.type(months, '1');
  // The reason is one line, so Enter sends it.
  await user.type(reason, ' The ethics committee meets in May. {Enter}');
  expect(await screen.findByText('You have successfully extended the term.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toEqual([{ count: 1, reason: 'The ethics committee meets in May.' }]);
  expect(await screen.findByText('Reason: The ethics committee meets in May.')).toBeVisible();
  expect(screen.getByText('Expected by 04 January 2027 · extended by 1 month')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Extend the term' })).not.toBeInTheDocument();
});

it('keeps the input if another person extended the term first', async () => {
  const before = 'The term was extended before. A term can be extended once.';
  server.use(
    http.post(url('data_requests/11/extension'), () => {
      request = makeRequest({ expected: makeExpected({ extended: makeExtension() }) });
      return refuse(409, before, { reason: 'term_extended' });
    }),
  );
  const { user, dialog, months, reason, submit } = await openDialog();
  await user.type(months, '1');
  await user.type(reason, 'No quorum');
  await submit();
  expect(await dialog.findByText(before)).toBeVisible();
  expect(reason).toHaveValue('No quorum');
});

it('offers no extension to people who may not extend', async () => {
  request = makeRequest({ expected: makeExpected({ on: null, paused: true }) });
  renderPart(<ReviewScreen />, '/datarequest?request_id=11');
  expect(await screen.findByText('Expected date paused until a comment is resolved')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Extend the term' })).not.toBeInTheDocument();
});
