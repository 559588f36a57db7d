import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import type { ReactElement } from 'react';
import {
  makeTableRecord,
  makeTableTopic,
  makeVariableRecord,
  makeVersionVariable,
  makeWholeVariable,
} from '@/testing/dictionaryFactories';
import { renderPart, signInAs } from '@/testing/render';
import { makeOffer, makeOrganisation } from '@/testing/roleFactories';
import { answer, answerList, server, stale, url } from '@/testing/server';
import { OrganisationDialog } from '@/features/organisations/OrganisationDialog';
import { OrganisationRoleDialog } from '@/features/organisations/OrganisationRoleDialog';
import { CustodianDialog } from '@/features/dictionary/administration/CustodianDialog';
import { SourceDialog } from '@/features/dictionary/administration/SourceDialog';
import { entryKinds } from '@/features/reference/entryKinds';
import { EntryDialog } from '@/features/reference/EntryDialog';
import { PlaceDialog } from '@/features/reference/PlaceDialog';
import { clinic, committee } from '@/testing/referenceFactories';
import { TableDialog } from '@/features/dictionary/administration/tables/TableDialog';
import { TableTopicDialog } from '@/features/dictionary/administration/tableTopics/TableTopicDialog';
import { TopicDialog } from '@/features/dictionary/administration/TopicDialog';
import { VariableDialog } from '@/features/dictionary/administration/variables/VariableDialog';
import { VersionVariableDialog } from '@/features/dictionary/administration/versionVariables/VersionVariableDialog';
import { VersionDialog } from '@/features/dictionary/administration/VersionDialog';
import { NextStageDialog } from '@/features/procedures/NextStageDialog';
import { ProcedureDialog } from '@/features/procedures/ProcedureDialog';
import { StageDialog } from '@/features/procedures/StageDialog';
import { StageTypeDialog } from '@/features/procedures/StageTypeDialog';
import { makeLink, makeProcedure, makeStage } from '@/testing/procedureFactories';

const source = {
  data_source_id: 4,
  source: 'Birth Register',
  description: 'Births',
  db_type: 'Relational',
  dbms: 'MySQL',
  db_host: null,
  db_username: null,
  has_db_password: false,
  has_aggregate_data: false,
  publish: true,
  row_version: 1,
};
const custodian = {
  custodian_id: 8,
  data_source: 4,
  source_name: 'Birth Register',
  org_role: 13,
  organisation: 'Lake Clinic',
  role_name: 'Data Custodian',
  broker: true,
  row_version: 1,
};
const version = {
  version_id: 3,
  data_source: 4,
  source: 'Birth Register',
  date_created: '2026-01-05T08:30:00Z',
  message: 'Weights are in grams',
  committer: 'Naledi Okafor',
  commited_by: 1,
  row_version: 1,
};
const topic = {
  topic_id: 6,
  topic: 'Maternal health',
  description: 'Mothers',
  active: 0,
  date_added: '2026-01-05T08:30:00Z',
  tables_count: 1,
  row_version: 1,
};
const organisation = makeOrganisation();
const role = makeOffer('Data Officer');
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
const CONFLICT = 'Someone else saved this while you were editing.';

interface Case {
  name: string;
  dialog: ReactElement;
  /** The call that saves the record. */
  save: [method: 'put' | 'patch', path: string];
  /** The call that reads the record again, and the answer with another user's changes. */
  read: string;
  now: object;
  /** The label of the field to type into; absent if the dialog has none. */
  field?: string;
  button: string;
  /** A difference that the notice shows: the field, and its saved value. */
  differs: string;
}

const cases: Case[] = [
  {
    name: 'a data source',
    dialog: <SourceDialog source={source} onClose={close} />,
    save: ['put', 'data_dictionary/data_source/4'],
    read: 'data_dictionary/data_source/4',
    now: { ...source, dbms: 'MariaDB', row_version: 2 },
    field: 'Description',
    button: 'Save Data Source',
    differs: 'Database Management System: MariaDB',
  },
  {
    name: 'a data custodian',
    dialog: <CustodianDialog custodian={custodian} onClose={close} />,
    save: ['put', 'data_dictionary/data_custodian/8'],
    read: 'data_dictionary/data_custodian/8',
    now: { ...custodian, broker: false, row_version: 2 },
    button: 'Save Data Custodian',
    differs: 'Is A Broker: No',
  },
  {
    name: 'a version',
    dialog: <VersionDialog version={version} onClose={close} />,
    save: ['put', 'data_dictionary/version/3'],
    read: 'data_dictionary/version/3',
    now: { ...version, committer: 'Tomas Brandt', row_version: 2 },
    field: 'Message',
    button: 'Save Data Source Version',
    differs: 'Committed By: Tomas Brandt',
  },
  {
    name: 'a topic',
    dialog: <TopicDialog topic={topic} onClose={close} />,
    save: ['put', 'data_dictionary/topics/update/6'],
    read: 'data_dictionary/topics/6',
    now: { ...topic, topic: 'Mothers', row_version: 2 },
    field: 'Description',
    button: 'Save Topic',
    differs: 'Topic: Mothers',
  },
  {
    name: 'an ethics committee',
    dialog: <EntryDialog kind={entryKinds.committees} entry={committee} onClose={close} />,
    save: ['put', 'reference_data/ethics_committees/5'],
    read: 'reference_data/ethics_committees/5',
    now: { ...committee, irb_id: 5, irb_name: 'Board of the Lakes', row_version: 2 },
    field: 'Ethics Committee Name',
    button: 'Save Ethics Committee',
    differs: 'Ethics Committee Name: Board of the Lakes',
  },
  {
    name: 'a facility',
    dialog: <PlaceDialog place={clinic} onClose={close} />,
    save: ['put', 'reference_data/facilities/20'],
    read: 'reference_data/facilities/20',
    now: { ...clinic, active: 0, row_version: 2 },
    field: 'Facility Name',
    button: 'Save Facility',
    differs: 'Status: Not active',
  },
  {
    name: 'a table',
    dialog: <TableDialog source={source} table={makeTableRecord()} onClose={close} />,
    save: ['put', 'data_dictionary/table_dd/31'],
    read: 'data_dictionary/table_dd/31',
    now: makeTableRecord({ publish: true, row_version: 2 }),
    field: 'Table Description',
    button: 'Save Table',
    differs: 'Publish: Yes',
  },
  {
    name: 'a variable',
    dialog: <VariableDialog tbl={31} variable={makeVariableRecord()} onClose={close} />,
    save: ['put', 'data_dictionary/variables_dd/71'],
    read: 'data_dictionary/variables_dd/71',
    now: makeWholeVariable({ range: '0 to 9', row_version: 2 }),
    field: 'Meaning',
    button: 'Save Variable',
    differs: 'Range: 0 to 9',
  },
  {
    name: 'a variable of a version',
    dialog: (
      <VersionVariableDialog version={version} variable={makeVersionVariable()} onClose={close} />
    ),
    save: ['put', 'data_dictionary/version_variable/91'],
    read: 'data_dictionary/version_variable/91',
    now: makeVersionVariable({ revision: 3, row_version: 2 }),
    button: 'Save Version Variable',
    differs: 'Revision: 3',
  },
  {
    name: 'a table under a topic',
    dialog: <TableTopicDialog topic={topic} place={makeTableTopic()} onClose={close} />,
    save: ['put', 'data_dictionary/topic_tables/update/81'],
    read: 'data_dictionary/topic_tables/81',
    now: makeTableTopic({ pos_y: '0.5', row_version: 2 }),
    button: 'Save Table Topic',
    differs: 'Position Y: 0.5',
  },
  {
    name: 'an organisation',
    dialog: <OrganisationDialog orgId={9} onClose={close} />,
    save: ['put', 'users/organizations/9'],
    read: 'users/organizations/9',
    now: { ...organisation, abbreviation: null, row_version: 2 },
    field: 'Organisation Description',
    button: 'Save Organisation',
    differs: 'Organisation Abbreviation: empty',
  },
  {
    name: 'an organisation role',
    dialog: <OrganisationRoleDialog role={role} onClose={close} />,
    save: ['patch', `users/org-roles/${role.org_role_id}/update-status`],
    read: 'users/org_roles',
    now: { ...role, status: false, reason: 'No contract', row_version: 2 },
    field: 'Reason',
    button: 'Deactivate this role',
    differs: 'Reason: No contract',
  },
  {
    name: 'a stage',
    dialog: <StageDialog procedure={procedure} stage={stages[1]} onClose={close} />,
    save: ['put', 'data_requests/stage/12'],
    read: 'data_requests/stage/12',
    now: { ...stages[1], icon: 'Gavel', row_version: 2 },
    field: 'Stage Activity',
    button: 'Save Stage',
    differs: 'Icon: Gavel',
  },
  {
    name: 'a next stage',
    dialog: <NextStageDialog procedure={procedure} link={link} onClose={close} />,
    save: ['put', 'data_requests/next_stage/21'],
    read: 'data_requests/next_stage/21',
    now: { ...makeLink(21, stages[0], stages[2]), row_version: 2 },
    button: 'Save Next Stage',
    differs: 'Next Stage: Appeal',
  },
  {
    name: 'a procedure',
    dialog: <ProcedureDialog procedure={procedure} onClose={close} />,
    save: ['put', 'data_requests/approval_procedures/5'],
    read: 'data_requests/approval_procedures/5',
    now: { ...procedure, is_active: true, row_version: 2 },
    field: 'Description',
    button: 'Save Approval Procedure',
    differs: 'Is Active: Yes',
  },
  {
    name: 'a stage type',
    dialog: <StageTypeDialog stageType={stageType} onClose={close} />,
    save: ['put', 'data_requests/stage_type/9'],
    read: 'data_requests/stage_type/9',
    now: { ...stageType, stage_type: 'Second look', row_version: 2 },
    field: 'Stage Type Name',
    button: 'Save Stage Type',
    differs: 'Stage Type Name: Second look',
  },
];

it.each(cases)('keeps the typed values and shows the saved version: $name', async (tried) => {
  signInAs('Super User');
  const sent: unknown[] = [];
  let stored: object = { ...organisation };
  const [method, path] = tried.save;
  server.use(
    http.get(url('users/org_roles'), () => answerList([stored])),
    http.get(url('data_dictionary/data_source'), () => answerList([source])),
    http.get(url('reference_data/facilities'), () => answerList([])),
    http.get(url('users/country'), () => answer([])),
    http.get(url('data_dictionary/table_types'), () =>
      answerList([{ table_type_id: 1, name: 'Clinical' }]),
    ),
    http.get(url('data_dictionary/table_dd'), () => answerList([])),
    http.get(url('data_dictionary/variables_dd'), () => answerList([])),
    http.get(url('data_dictionary/topics'), () => answerList([])),
    ...(tried.read === 'users/org_roles' ? [] : [http.get(url(tried.read), () => answer(stored))]),
    http[method](url(path), async ({ request }) => {
      const { row_version } = (await request.json()) as { row_version: unknown };
      sent.push(row_version);
      stored = tried.now;
      return sent.length === 1 ? stale() : answer({}, { message: 'It is saved' });
    }),
    http.get(url('data_requests/approval_procedures'), () => answerList([procedure])),
    http.get(url('data_requests/stage'), () => answerList([...stages])),
    http.get(url('data_requests/stage_type'), () => answerList([stageType])),
    http.get(url('users/role'), () => answer([{ role_id: 4, role: 'Data Officer' }])),
  );
  const { user } = renderPart(tried.dialog);
  const button = await screen.findByRole('button', { name: tried.button });
  const dialog = within(screen.getByRole('dialog'));
  const field = tried.field && dialog.getByRole('textbox', { name: new RegExp(tried.field) });
  if (field) {
    await user.clear(field);
    await user.paste('What I typed');
  }
  await user.click(button);
  const [name = '', saved = ''] = tried.differs.split(': ');
  const differences = within(await dialog.findByRole('list', { name: 'Differences' }));
  const difference = differences
    .getAllByRole('listitem')
    .find((item) => within(item).queryByText(name));
  expect(difference).toHaveTextContent(`Saved version: ${saved}`);
  expect(dialog.getByText(CONFLICT)).toBeVisible();
  if (field) expect(field).toHaveValue('What I typed');
  await user.click(button);
  expect(await screen.findByText('It is saved')).toBeVisible();
  expect(sent).toEqual([1, 2]);
});

it('uses the saved version', async () => {
  signInAs('Super User');
  server.use(
    http.get(url('data_dictionary/topics/6'), () =>
      answer({ ...topic, topic: 'Mothers', row_version: 2 }),
    ),
    http.put(url('data_dictionary/topics/update/6'), () => stale()),
  );
  const { user } = renderPart(<TopicDialog topic={topic} onClose={close} />);
  await user.click(screen.getByRole('button', { name: 'Save Topic' }));
  await user.click(await screen.findByRole('button', { name: 'Use the saved version' }));
  expect(screen.getByRole('textbox', { name: /^Topic/ })).toHaveValue('Mothers');
  await waitFor(() => expect(screen.queryByText(CONFLICT)).not.toBeInTheDocument());
});

it('overwrites the saved version', async () => {
  signInAs('Super User');
  const sent: unknown[] = [];
  server.use(
    http.get(url('data_dictionary/topics/6'), () =>
      answer({ ...topic, topic: 'Mothers', row_version: 2 }),
    ),
    http.put(url('data_dictionary/topics/update/6'), async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1 ? stale() : answer({}, { message: 'It is saved' });
    }),
  );
  const { user } = renderPart(<TopicDialog topic={topic} onClose={close} />);
  await user.click(screen.getByRole('button', { name: 'Save Topic' }));
  await user.click(await screen.findByRole('button', { name: 'Keep my version' }));
  expect(await screen.findByText('It is saved')).toBeVisible();
  expect(sent).toMatchObject([
    { topic: 'Maternal health', row_version: 1 },
    { topic: 'Maternal health', row_version: 2 },
  ]);
});
