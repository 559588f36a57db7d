import { screen, waitFor } from '@testing-library/react';
import { delay, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { api, body } from '@/api/client';
import { useAct } from '@/api/useAct';
import { DialogForm } from '../DialogForm';
import { renderPart, signInAs } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import { useRecordForm, type FieldErrors } from './useRecordForm';
import TextField from '@mui/material/TextField';

interface Values {
  topic: string;
  description: string;
}

const check = ({ topic, description }: Values) => ({
  topic: topic.trim() ? undefined : { beside: 'Topic is required.', toast: 'Enter the topic.' },
  description: description.trim() ? undefined : 'Enter the description.',
});

const PATH = '/api/v1/data_dictionary/topics/create';

interface Props {
  checkOnline?: (values: Values) => Promise<FieldErrors<Values>>;
  onClose?: () => void;
}

const useSaveTopic = () =>
  useAct({
    mutationFn: async (input: Values) =>
      body(await api.POST(PATH, { body: { ...input, active: 1 } })),
  });

function TopicForm({ checkOnline, onClose = () => undefined }: Props) {
  const form = useRecordForm({
    name: 'trial',
    initial: { topic: '', description: '' },
    check,
    checkOnline,
    save: useSaveTopic(),
    inputOf: (values) => values,
    onSaved: () => undefined,
  });
  return (
    <DialogForm title="Trial" submitLabel="Save" {...form.dialog} onClose={onClose}>
      <TextField {...form.text('topic')} label="Topic" />
      <TextField {...form.text('description', 'In your words.')} label="Description" />
    </DialogForm>
  );
}

function TopicPage() {
  const form = useRecordForm({
    name: 'trial page',
    initial: { topic: '', description: '' },
    secrets: ['description'],
    isOnPage: true,
    check,
    save: useSaveTopic(),
    inputOf: (values) => values,
  });
  return (
    <form onSubmit={form.onSubmit}>
      <TextField {...form.text('topic')} label="Topic" />
      <TextField {...form.text('description')} label="Description" />
      <button type="submit">Save</button>
      {form.isDirty && <p>Unsaved changes</p>}
    </form>
  );
}

const topic = () => screen.getByRole('textbox', { name: 'Topic' });
const description = () => screen.getByRole('textbox', { name: 'Description' });
const save = () => screen.getByRole('button', { name: 'Save' });

it('reports errors from the first submit on, and focuses the first field', async () => {
  signInAs('Super User');
  const { user } = renderPart(<TopicForm />);
  expect(screen.getByText('In your words.')).toBeVisible();
  await user.click(save());
  expect(await screen.findByText('Topic is required.')).toBeVisible();
  expect(screen.getByText('Enter the description.')).toBeVisible();
  expect(screen.getByText('Enter the topic.')).toBeVisible();
  expect(topic()).toHaveFocus();

  await user.type(topic(), 'Births');
  expect(screen.queryByText('Topic is required.')).not.toBeInTheDocument();
  await user.click(save());
  await waitFor(() => expect(description()).toHaveFocus());
});

it('keeps an error of the server at its field until the field is changed', async () => {
  signInAs('Super User');
  server.use(
    http.post(url('data_dictionary/topics/create'), () =>
      refuse(409, 'This name is taken.', { errors: { description: ['Say more.'] } }),
    ),
  );
  const { user } = renderPart(<TopicForm />);
  await user.type(topic(), 'Births');
  await user.type(description(), 'All');
  await user.click(save());
  expect(await screen.findByText('Say more.')).toBeVisible();
  expect(description()).toHaveFocus();
  expect(screen.queryByText('This name is taken.')).not.toBeInTheDocument();

  await user.type(topic(), ' and deaths');
  expect(screen.getByText('Say more.')).toBeVisible();
  await user.type(description(), ' of them');
  expect(screen.queryByText('Say more.')).not.toBeInTheDocument();
  await user.click(save());
  expect(await screen.findByText('Say more.')).toBeVisible();
});

it('shows a refusal without a field in the dialog', async () => {
  signInAs('Super User');
  server.use(
    http.post(url('data_dictionary/topics/create'), () => refuse(409, 'Try it tomorrow.')),
  );
  const { user } = renderPart(<TopicForm />);
  await user.type(topic(), 'Births');
  await user.type(description(), 'All');
  await user.click(save());
  expect(await screen.findByText('Try it tomorrow.')).toBeVisible();
  expect(topic()).toHaveValue('Births');
});

it('does not submit while the online check finds errors', async () => {
  signInAs('Super User');
  const sent: unknown[] = [];
  server.use(
    http.post(url('data_dictionary/topics/create'), async ({ request }) => {
      sent.push(await request.json());
      return answer({});
    }),
  );
  const checkOnline = (values: Values) =>
    Promise.resolve({ topic: values.topic === 'Births' ? 'There is one.' : undefined });
  const { user } = renderPart(<TopicForm checkOnline={checkOnline} />);
  await user.type(topic(), 'Births');
  await user.type(description(), 'All');
  await user.click(save());
  expect(await screen.findAllByText('There is one.')).toHaveLength(2);
  expect(topic()).toHaveFocus();
  await user.type(topic(), '!');
  await user.click(save());
  await waitFor(() => expect(sent).toEqual([{ topic: 'Births!', description: 'All', active: 1 }]));
});

describe('input that the user leaves', () => {
  /** Types into the page. */
  async function begin() {
    signInAs('Super User');
    const page = renderPart(<TopicPage />);
    await page.user.type(topic(), 'Births');
    await page.user.type(description(), 'All');
    return page;
  }

  it('stays on a page until the user returns, without secrets', async () => {
    const first = await begin();
    first.unmount();
    const second = renderPart(<TopicPage />);
    expect(topic()).toHaveValue('Births');
    expect(description()).toHaveValue('');
    expect(await screen.findByText(/^Your earlier entries were restored/)).toBeVisible();
    await second.user.clear(topic());
    second.unmount();
    renderPart(<TopicPage />);
    expect(topic()).toHaveValue('');
  });

  it('is deleted once it is saved', async () => {
    server.use(http.post(url('data_dictionary/topics/create'), () => answer({})));
    const { user, unmount } = await begin();
    await user.click(save());
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument());
    unmount();
    renderPart(<TopicPage />);
    expect(topic()).toHaveValue('');
  });

  it('is deleted while it is being saved', async () => {
    let isSent = false;
    server.use(
      http.post(url('data_dictionary/topics/create'), async () => {
        isSent = true;
        await delay('infinite');
      }),
    );
    const { user, unmount } = await begin();
    await user.click(save());
    await waitFor(() => expect(isSent).toBe(true));
    unmount();
    renderPart(<TopicPage />);
    expect(topic()).toHaveValue('');
  });

  it('is deleted in a dialog', async () => {
    signInAs('Super User');
    const { user, unmount } = renderPart(<TopicForm />);
    await user.type(topic(), 'Births');
    unmount();
    renderPart(<TopicForm />);
    expect(topic()).toHaveValue('');
  });

  it('does not make a dialog over the page ask before it closes', async () => {
    const first = await begin();
    first.unmount();
    const onClose = vi.fn();
    const { user } = renderPart(
      <>
        <TopicPage />
        <TopicForm onClose={onClose} />
      </>,
    );
    await screen.findByRole('dialog', { name: 'Trial' });
    await user.click(description());
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalled();
    expect(screen.queryByText('Discard your changes?')).not.toBeInTheDocument();
  });
});
