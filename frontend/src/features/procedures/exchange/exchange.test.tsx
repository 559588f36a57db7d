import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { makeProcedure } from '@/testing/procedureFactories';
import { renderPart, signInAs } from '@/testing/render';
import { refuse, server, url } from '@/testing/server';
import { DuplicateDialog } from './DuplicateDialog';
import { ImportProcedureDialog } from './ImportProcedureDialog';

const sent: unknown[] = [];
const file = {
  schema: 1,
  name: 'Slow track',
  description: 'From elsewhere',
  stages: [{ stage_id: 1, stage_activity: 'Created', role: 'Wizard', target: 10 }],
  links: [],
  letter: null,
};

beforeEach(() => {
  sent.length = 0;
  signInAs('Super User');
});

const added = () =>
  HttpResponse.json(
    { code: 201, message: 'It is added', data: { approval_procedure_id: 8 } },
    { status: 201 },
  );
const choose = (text: string, name = 'slow.procedure.json') =>
  new File([text], name, { type: 'application/json' });

it('copies a procedure with a name, and opens the copy', async () => {
  server.use(
    http.post(url('data_requests/approval_procedures/5/duplicate'), async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1
        ? refuse(409, 'Another one has this name.', {
            errors: { name: ['Another one has this name.'] },
          })
        : added();
    }),
  );
  const onClose = vi.fn();
  const { user } = renderPart(<DuplicateDialog procedure={makeProcedure()} onClose={onClose} />);
  const name = screen.getByRole('textbox', { name: 'Name of the copy' });
  await user.type(name, 'Fast track');
  await user.click(screen.getByRole('button', { name: 'Duplicate' }));
  await waitFor(() =>
    expect(name).toHaveAccessibleDescription(/Another one has this name\. If left empty/),
  );
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Duplicate' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ name: 'Fast track' }, {}]);
  await waitFor(() =>
    expect(screen.getByTestId('location')).toHaveTextContent('/superuser/approval_procedure/8'),
  );
});

it('imports a file, shows all its faults with their places, and imports it despite them when asked', async () => {
  server.use(
    http.post(url('data_requests/approval_procedures/import'), async ({ request }) => {
      const body = (await request.json()) as { keep_faults: boolean };
      sent.push(body);
      if (body.keep_faults) return added();
      return sent.length === 1
        ? refuse(400, 'There is no role with this name.', {
            errors: {
              'stages[0].role': ['There is no role with this name.'],
              'links[1].next': ['Please enter the NextStage.'],
            },
          })
        : refuse(400, 'The procedure has no Terminal stage.', {
            errors: { faults: ['The procedure has no Terminal stage.'] },
          });
    }),
  );
  const onClose = vi.fn();
  const { user } = renderPart(<ImportProcedureDialog onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await dialog.findByText('Please choose a file.')).toBeVisible();
  const input = dialog.getByLabelText('File of the procedure');
  await user.upload(input, choose('{"schema": '));
  expect(await dialog.findByText(/cannot be read as JSON/)).toBeVisible();
  await user.upload(input, choose('[]'));
  expect(await dialog.findByText(/contains no approval procedure/)).toBeVisible();
  await user.upload(input, choose(JSON.stringify(file)));
  expect(await dialog.findByText(/“Slow track”, 1 stage, 0 links/)).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Our track');
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  const faults = await dialog.findByRole('list', { name: 'Faults' });
  expect(faults).toHaveTextContent('Stage 1, “Created”: There is no role with this name.');
  expect(faults).toHaveTextContent('Link 2: Please enter the NextStage.');
  expect(dialog.queryByRole('button', { name: /with these faults/ })).not.toBeInTheDocument();

  await user.upload(input, choose(JSON.stringify(file)));
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  await user.click(await dialog.findByRole('button', { name: 'Import it with these faults' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent.at(-1)).toEqual({ ...file, name: 'Our track', keep_faults: true });
  await waitFor(() =>
    expect(screen.getByTestId('location')).toHaveTextContent('/superuser/approval_procedure/8'),
  );
});

it('sends nothing while a file is being read', async () => {
  server.use(
    http.post(url('data_requests/approval_procedures/import'), async ({ request }) => {
      sent.push(await request.json());
      return added();
    }),
  );
  const { user } = renderPart(<ImportProcedureDialog onClose={vi.fn()} />);
  const input = screen.getByLabelText('File of the procedure');
  await user.upload(input, choose(JSON.stringify(file)));
  await screen.findByText(/^slow\.procedure\.json: /);

  const content = { ...file, description: 'The other one' };
  const other = choose('');
  let finish: (text: string) => void = () => {};
  const reading = new Promise<string>((resolve) => (finish = resolve));
  vi.spyOn(other, 'text').mockReturnValue(reading);
  await user.upload(input, other);
  const submit = screen.getByRole('button', { name: /Import/ });
  expect(submit).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Named{Enter}');
  expect(sent).toEqual([]);
  finish(JSON.stringify(content));
  await waitFor(() => expect(submit).toBeEnabled());
  await user.click(submit);
  await waitFor(() => expect(sent).toEqual([{ ...content, name: 'Named', keep_faults: false }]));
});
