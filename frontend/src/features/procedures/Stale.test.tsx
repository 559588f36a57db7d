import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import type { ReactElement } from 'react';
import { makeLink, makeProcedure, makeStage } from '@/testing/procedureFactories';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, server, stale, url } from '@/testing/server';
import { NextStageDialog } from './NextStageDialog';
import { ProcedureDialog } from './ProcedureDialog';
import { StageDialog } from './StageDialog';
import { StageTypeDialog } from './StageTypeDialog';

const procedure = makeProcedure();
const stages = [
  makeStage(11, 'Created'),
  makeStage(12, 'Release'),
  makeStage(13, 'Appeal'),
] as const;
const link = makeLink(21, stages[0], stages[1]);
const stageType = {
  stage_type_id: 9,
  stage_type: 'Appeal',
  built_in: false,
  roles: [3, 4],
  row_version: 1,
};
const close = () => undefined;

const cases: {
  name: string;
  dialog: ReactElement;
  path: string;
  now: object;
  field?: string;
  button: string;
  told: string;
}[] = [
  {
    name: 'a stage',
    dialog: <StageDialog procedure={procedure} stage={stages[1]} onClose={close} />,
    path: 'data_requests/stage/12',
    now: { ...stages[1], icon: 'Gavel', row_version: 2 },
    field: 'Stage Activity',
    button: 'Save Stage',
    told: 'Icon: Gavel',
  },
  {
    name: 'a next stage',
    dialog: <NextStageDialog procedure={procedure} link={link} onClose={close} />,
    path: 'data_requests/next_stage/21',
    now: { ...makeLink(21, stages[0], stages[2]), row_version: 2 },
    button: 'Save Next Stage',
    told: 'Next Stage: Appeal',
  },
  {
    name: 'a procedure',
    dialog: <ProcedureDialog procedure={procedure} onClose={close} />,
    path: 'data_requests/approval_procedures/5',
    now: { ...procedure, is_active: true, row_version: 2 },
    field: 'Description',
    button: 'Save Approval Procedure',
    told: 'Is Active: Yes',
  },
  {
    name: 'a stage type',
    dialog: <StageTypeDialog stageType={stageType} onClose={close} />,
    path: 'data_requests/stage_type/9',
    now: { ...stageType, stage_type: 'Second look', row_version: 2 },
    field: 'Stage Type Name',
    button: 'Save Stage Type',
    told: 'Stage Type Name: Second look',
  },
];

it.each(cases)('keeps what was typed and shows what is stored: $name', async (tried) => {
  signInAs('Super User');
  const sent: unknown[] = [];
  server.use(
    http.get(url('data_requests/approval_procedures'), () => answerList([procedure])),
    http.get(url('data_requests/stage'), () => answerList([...stages])),
    http.get(url('data_requests/stage_type'), () => answerList([stageType])),
    http.get(url('users/role'), () => answer([{ role_id: 4, role: 'Data Officer' }])),
    http.get(url(tried.path), () => answer(tried.now)),
    http.put(url(tried.path), async ({ request }) => {
      sent.push(((await request.json()) as { row_version: unknown }).row_version);
      return sent.length === 1 ? stale() : answer({}, { message: 'It is saved' });
    }),
  );
  const { user } = renderPart(tried.dialog);
  const dialog = within(screen.getByRole('dialog'));
  const field = tried.field && dialog.getByRole('textbox', { name: new RegExp(tried.field) });
  if (field) {
    await user.clear(field);
    await user.paste('What I typed');
  }
  const button = dialog.getByRole('button', { name: tried.button });
  await user.click(button);
  expect(await dialog.findByText(tried.told)).toBeVisible();
  expect(dialog.getByText(/Somebody else has changed this/)).toBeVisible();
  if (field) expect(field).toHaveValue('What I typed');
  await user.click(button);
  expect(await screen.findByText('It is saved')).toBeVisible();
  expect(sent).toEqual([1, 2]);
});
