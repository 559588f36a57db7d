import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import type { ReactElement } from 'react';
import { expect } from 'vitest';
import type { CustodianRecord, SourceRecord, VersionRecord } from '@/api/models';
import { SinceRequestDialog } from '@/shared/requests/SinceRequestDialog';
import { PasswordDialog } from '@/features/accounts/PasswordDialog';
import { PasswordChangeDialog } from '@/features/accounts/profile/PasswordChangeDialog';
import { usualPasswordRules } from '@/features/accounts/rules';
import { ProviderSignOutDialog } from '@/features/accounts/ProviderSignOutDialog';
import { makeIdentity } from '@/features/accounts/providers/testing';
import { UnlinkDialog } from '@/features/accounts/providers/UnlinkDialog';
import { AddPasskeyDialog } from '@/features/accounts/passkeys/AddPasskeyDialog';
import { RenamePasskeyDialog } from '@/features/accounts/passkeys/RenamePasskeyDialog';
import { RecoveryCodesDialog } from '@/features/accounts/secondFactor/RecoveryCodesDialog';
import { RemoveApp } from '@/features/accounts/secondFactor/RemoveApp';
import { SetUpDialog } from '@/features/accounts/secondFactor/SetUpDialog';
import { SignInDialog } from '@/features/accounts/SignInDialog';
import SignUpDialog from '@/features/accounts/signUp/SignUpDialog';
import { AppointAdminDialog } from '@/features/roles/administration/AppointAdminDialog';
import { AssignRoleDialog } from '@/features/roles/administration/AssignRoleDialog';
import { AttendDialog } from '@/features/roles/administration/AttendDialog';
import { EraseDialog } from '@/features/roles/administration/EraseDialog';
import { ResetSecondFactorDialog } from '@/features/roles/administration/ResetSecondFactorDialog';
import { CustodianDialog } from '@/features/dictionary/administration/CustodianDialog';
import { RevisionsDialog } from '@/features/dictionary/administration/RevisionsDialog';
import { SourceDialog } from '@/features/dictionary/administration/SourceDialog';
import { TableDialog } from '@/features/dictionary/administration/tables/TableDialog';
import { TableTopicDialog } from '@/features/dictionary/administration/tableTopics/TableTopicDialog';
import { TopicDialog } from '@/features/dictionary/administration/TopicDialog';
import { DetailsDialog } from '@/features/dictionary/administration/variables/DetailsDialog';
import { VariableDialog } from '@/features/dictionary/administration/variables/VariableDialog';
import { VersionVariableDialog } from '@/features/dictionary/administration/versionVariables/VersionVariableDialog';
import { VersionDialog } from '@/features/dictionary/administration/VersionDialog';
import { OfferRoleDialog } from '@/features/organisations/OfferRoleDialog';
import { OrganisationDialog } from '@/features/organisations/OrganisationDialog';
import { OrganisationRoleDialog } from '@/features/organisations/OrganisationRoleDialog';
import { RoleStatusDialog } from '@/features/roles/administration/RoleStatusDialog';
import { UserStatusDialog } from '@/features/roles/administration/UserStatusDialog';
import { PreviewDialog } from '@/features/dictionary/PreviewDialog';
import { ProvideFeedbackDialog } from '@/features/feedback/ProvideFeedbackDialog';
import { ViewFeedbackDialog } from '@/features/feedback/ViewFeedbackDialog';
import MailSettingsDialog from '@/features/notifications/MailSettingsDialog';
import { DuplicateDialog } from '@/features/procedures/exchange/DuplicateDialog';
import { ImportProcedureDialog } from '@/features/procedures/exchange/ImportProcedureDialog';
import { InsertStageDialog } from '@/features/procedures/InsertStageDialog';
import { NextStageDialog } from '@/features/procedures/NextStageDialog';
import { ProcedureDialog } from '@/features/procedures/ProcedureDialog';
import { StageDialog } from '@/features/procedures/StageDialog';
import { StageTypeDialog } from '@/features/procedures/StageTypeDialog';
import { HolidayDialog } from '@/features/deadlines/HolidayDialog';
import { ImportHolidaysDialog } from '@/features/deadlines/ImportHolidaysDialog';
import { entryKinds } from '@/features/reference/entryKinds';
import { EntryDialog } from '@/features/reference/EntryDialog';
import { FacilityFileDialog } from '@/features/reference/FacilityFileDialog';
import { PlaceDialog } from '@/features/reference/PlaceDialog';
import { EditForm } from '@/features/requests/edits/EditForm';
import { ResubmitDialog } from '@/features/requests/detail/ResubmitDialog';
import { DeviceDialog } from '@/features/requests/wizard/DeviceDialog';
import { StaffDialog } from '@/features/requests/wizard/StaffDialog';
import { DecisionDialog } from '@/features/review/DecisionDialog';
import { ExtendTermDialog } from '@/features/review/ExtendTermDialog';
import { appSecret, makeOwnPasskey, recoveryCodes } from './factories';
import { holidaysOf } from './calendarFactories';
import { clinic, committee } from './referenceFactories';
import {
  makeTableRecord,
  makeTableTopic,
  makeVariableRecord,
  makeVersionVariable,
  makeWholeVariable,
} from './dictionaryFactories';
import { makeLink, makeProcedure, makeStage } from './procedureFactories';
import type { renderPart } from './render';
import { hoursAgo, makeActing, makeFeedback, makeRequest } from './reviewFactories';
import {
  makeAssigned,
  makeOffer,
  makeOrganisation,
  makePerson,
  makeRoleRequest,
  statusesNamed,
} from './roleFactories';
import { answer, answerList, server, url } from './server';

type User = ReturnType<typeof renderPart>['user'];

export interface DialogCase {
  /** Name of its component and of its file. */
  component: string;
  show: (onClose: () => void) => ReactElement;
  /** Starts to fill it in. Missing for dialogs without input. */
  begin?: (user: User) => Promise<void>;
  /**
   * Fills in the rest, so that the server can be called. Missing for dialogs that call no server.
   */
  complete?: (user: User) => Promise<void>;
  send?: string;
  /** True if only its own button closes it. */
  stays?: true;
}

/** Returns the dialog once its data is loaded. */
export async function shownDialog() {
  await waitFor(() =>
    expect(document.querySelector('.MuiDialog-paper .MuiSkeleton-root')).toBeNull(),
  );
  return screen.findByRole('dialog');
}
const dialog = async () => within(await shownDialog());
const type = (label: RegExp, text: string) => async (user: User) =>
  user.type(await (await dialog()).findByRole('textbox', { name: label }), text);
/** Password fields have no role, so they are found by label. */
const secret = (label: RegExp, text: string) => async (user: User) =>
  user.type((await dialog()).getByLabelText(label), text);
const choose = (label: RegExp, option: RegExp) => async (user: User) => {
  await user.click(await (await dialog()).findByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};
const nothing = () => Promise.resolve();

const source: SourceRecord = {
  data_source_id: 1,
  source: 'National Hospital Records',
  description: 'Admissions',
  db_type: 'Relational',
  dbms: 'PostgreSQL',
  db_host: null,
  db_username: null,
  has_db_password: false,
  has_aggregate_data: false,
  publish: true,
  row_version: 1,
};
const version = { version_id: 3, data_source: 1, source: 'Hospital', message: 'First' };
const topic = {
  topic_id: 4,
  topic: 'Births',
  description: 'Who is born',
  active: 1,
  date_added: hoursAgo(9),
  tables_count: 1,
  row_version: 1,
};
const custodian = {
  custodian_id: 5,
  data_source: 1,
  source_name: 'Hospital',
  org_role: 12,
  organisation: 'Halden University',
  role_name: 'Data Custodian',
  broker: false,
};
const procedure = makeProcedure();
const created = makeStage(11, 'Created');
const release = makeStage(12, 'Release');
const emptyDevice = {
  local_id: 'd',
  equipment_name: '',
  equipment_type: null,
  serial_number: '',
  used_by: '',
  organisation: '',
  usage_from: '',
  usage_to: '',
};
const emptyStaff = {
  local_id: 's',
  first_name: '',
  surname: '',
  phone: '',
  email: '',
  identification_type: '' as const,
  identification_number: '',
  position_in_organisation: '',
  confidentiality_protocols: null,
};
const { stage } = makeActing();

/** An edit of a submitted request with a single field. */
function SurnameForm({ onClose }: { onClose: () => void }) {
  const request = makeRequest();
  const target = { kind: 'principal' } as const;
  return (
    <EditForm
      request={request}
      target={target}
      title="Edit the surname"
      initial={{ surname: '' }}
      content={() => ({ kind: 'documents', answers: {} })}
      onClose={onClose}
    >
      {({ values, set }) => (
        <input
          aria-label="Surname"
          value={values.surname}
          onChange={({ target: { value } }) => set('surname', value)}
        />
      )}
    </EditForm>
  );
}

export const dialogs: readonly DialogCase[] = [
  {
    component: 'SignInDialog',
    show: (onClose) => <SignInDialog onClose={onClose} onSignedIn={nothing} />,
    begin: type(/Email or phone/, 'n@u.example'),
    complete: secret(/^Password/, 'secret'),
    send: 'Sign In',
  },
  {
    component: 'SignUpDialog',
    show: (onClose) => <SignUpDialog onClose={onClose} />,
    begin: type(/First Name/, 'Naledi'),
  },
  {
    component: 'ProviderSignOutDialog',
    show: (onClose) => (
      <ProviderSignOutDialog
        offer={{ label: 'Ministry of Health', address: 'https://id.ministry.example/logout' }}
        onClose={onClose}
      />
    ),
  },
  {
    component: 'UnlinkDialog',
    show: (onClose) => <UnlinkDialog identity={makeIdentity()} onClose={onClose} />,
  },
  {
    component: 'PasswordDialog',
    show: (onClose) => <PasswordDialog onConfirmed={onClose} onClose={onClose} />,
    begin: secret(/^Your password/, 'sec'),
    complete: nothing,
    send: 'Confirm password',
  },
  {
    component: 'AddPasskeyDialog',
    show: (onClose) => (
      <AddPasskeyDialog
        options={{ options: {}, expires_on: '2027-01-01T12:10:00Z' }}
        onAdded={onClose}
        onUsedUp={onClose}
        onClose={onClose}
      />
    ),
    begin: type(/^Name of the passkey/, 'Work laptop'),
  },
  {
    component: 'RenamePasskeyDialog',
    show: (onClose) => <RenamePasskeyDialog passkey={makeOwnPasskey()} onClose={onClose} />,
    begin: type(/^Name of the passkey/, 'Old laptop'),
    complete: nothing,
    send: 'Rename the passkey',
  },
  {
    component: 'PasswordChangeDialog',
    show: (onClose) => <PasswordChangeDialog onClose={onClose} />,
    begin: secret(/^New Password/, 'Quiet-River-7!'),
    complete: secret(/^Confirm Password/, 'Quiet-River-7!'),
    send: 'Change password',
  },
  {
    component: 'ConfirmOwnerDialog',
    show: (onClose) => <RemoveApp hasPasskeys={false} onClose={onClose} />,
    begin: type(/^Code/, '12'),
    complete: type(/^Code/, '3456'),
    send: 'Remove the app',
  },
  {
    component: 'SetUpDialog',
    show: (onClose) => (
      <SetUpDialog secret={appSecret} onConfirmed={onClose} onExpired={onClose} onClose={onClose} />
    ),
    begin: type(/^Code/, '12'),
    complete: type(/^Code/, '3456'),
    send: 'Confirm the app',
  },
  {
    component: 'RecoveryCodesDialog',
    show: (onClose) => <RecoveryCodesDialog codes={recoveryCodes} onClose={onClose} />,
    stays: true,
  },
  {
    component: 'AppointAdminDialog',
    show: (onClose) => <AppointAdminDialog organisation={makeOrganisation()} onClose={onClose} />,
    begin: choose(/User/, /Linwood/),
    complete: nothing,
    send: 'Appoint Admin',
  },
  {
    component: 'AssignRoleDialog',
    show: (onClose) => <AssignRoleDialog orgId={9} onClose={onClose} />,
    begin: choose(/User/, /Linwood/),
    complete: choose(/Organisation Role/, /Admin/),
    send: 'Assign Role',
  },
  {
    component: 'AttendDialog',
    show: (onClose) => (
      <AttendDialog request={makeRoleRequest()} grants onAttended={onClose} onClose={onClose} />
    ),
    begin: type(/Reason/, 'So'),
    complete: async (user) =>
      user.type((await dialog()).getByLabelText(/^Your password/), 'secret'),
    send: 'Grant Data Requester',
  },
  {
    component: 'CustodianDialog',
    show: (onClose) => (
      <CustodianDialog custodian={custodian as CustodianRecord} onClose={onClose} />
    ),
    begin: choose(/Is A Broker/, /Yes/),
    complete: nothing,
    send: 'Save Data Custodian',
  },
  {
    component: 'SourceDialog',
    show: (onClose) => <SourceDialog source={source} onClose={onClose} />,
    begin: type(/Description/, ' x'),
    complete: nothing,
    send: 'Save Data Source',
  },
  {
    component: 'TopicDialog',
    show: (onClose) => <TopicDialog topic={topic} onClose={onClose} />,
    begin: type(/Description/, ' x'),
    complete: nothing,
    send: 'Save Topic',
  },
  {
    component: 'EntryDialog',
    show: (onClose) => (
      <EntryDialog kind={entryKinds.committees} entry={committee} onClose={onClose} />
    ),
    begin: type(/Ethics Committee Name/, ' x'),
    complete: nothing,
    send: 'Save Ethics Committee',
  },
  {
    component: 'PlaceDialog',
    show: (onClose) => <PlaceDialog place={clinic} onClose={onClose} />,
    begin: type(/Facility Name/, ' x'),
    complete: nothing,
    send: 'Save Facility',
  },
  {
    component: 'FacilityFileDialog',
    show: (onClose) => <FacilityFileDialog onClose={onClose} />,
    begin: async (user) => {
      const file = new File(['region,district,facility'], 'facilities.csv', { type: 'text/csv' });
      await user.upload((await dialog()).getByLabelText('Choose a file'), file);
    },
  },
  {
    component: 'HolidayDialog',
    show: (onClose) => (
      <HolidayDialog
        holiday={holidaysOf(2027)[10]}
        others={[]}
        onSave={nothing}
        onClose={onClose}
      />
    ),
    begin: type(/Name/, ' x'),
  },
  {
    component: 'ImportHolidaysDialog',
    show: (onClose) => (
      <ImportHolidaysDialog known={holidaysOf(2027)} onAdd={nothing} onClose={onClose} />
    ),
    begin: async (user) => {
      const year = (await dialog()).getByRole('combobox', { name: 'Last year' });
      await user.selectOptions(year, String(new Date().getUTCFullYear() + 1));
    },
  },
  {
    component: 'VersionDialog',
    show: (onClose) => <VersionDialog version={version as VersionRecord} onClose={onClose} />,
    begin: type(/Message/, ' x'),
    complete: nothing,
    send: 'Save Data Source Version',
  },
  {
    component: 'TableDialog',
    show: (onClose) => <TableDialog source={source} table={makeTableRecord()} onClose={onClose} />,
    begin: type(/Table Description/, ' x'),
    complete: nothing,
    send: 'Save Table',
  },
  {
    component: 'VariableDialog',
    show: (onClose) => (
      <VariableDialog tbl={31} variable={makeVariableRecord()} onClose={onClose} />
    ),
    begin: type(/Meaning/, ' x'),
    complete: nothing,
    send: 'Save Variable',
  },
  {
    component: 'DetailsDialog',
    show: (onClose) => <DetailsDialog variable={makeVariableRecord()} onClose={onClose} />,
    begin: async (user) => {
      await user.click(await screen.findByRole('tab', { name: 'Synonym' }));
      await user.type((await dialog()).getByRole('textbox', { name: 'Synonym' }), 'fee');
    },
    complete: nothing,
    send: 'Save Synonym',
  },
  {
    component: 'VersionVariableDialog',
    show: (onClose) => (
      <VersionVariableDialog
        version={version as VersionRecord}
        variable={makeVersionVariable()}
        onClose={onClose}
      />
    ),
    begin: choose(/^Variable/, /Day of payment/),
    complete: nothing,
    send: 'Save Version Variable',
  },
  {
    component: 'TableTopicDialog',
    show: (onClose) => (
      <TableTopicDialog topic={topic} place={makeTableTopic()} onClose={onClose} />
    ),
    begin: type(/Position X/, '1'),
    complete: nothing,
    send: 'Save Table Topic',
  },
  {
    component: 'OfferRoleDialog',
    show: (onClose) => <OfferRoleDialog onClose={onClose} />,
    begin: choose(/Organisation/, /Halden/),
    complete: choose(/^Role/, /Admin/),
    send: 'Assign Organisation Role',
  },
  {
    component: 'OrganisationDialog',
    show: (onClose) => <OrganisationDialog orgId={9} onClose={onClose} />,
    begin: type(/Organisation Description/, ' x'),
    complete: nothing,
    send: 'Save Organisation',
  },
  {
    component: 'OrganisationRoleDialog',
    show: (onClose) => (
      <OrganisationRoleDialog role={makeOffer('Data Officer')} onClose={onClose} />
    ),
    begin: type(/Reason/, 'So'),
    complete: nothing,
    send: 'Deactivate this role',
  },
  {
    component: 'RoleStatusDialog',
    show: (onClose) => (
      <RoleStatusDialog assigned={makeAssigned()} requestsPath="/" onClose={onClose} />
    ),
    begin: type(/Reason/, 'So'),
    complete: choose(/Role Status/, /Deactivated/),
    send: 'Save the status',
  },
  {
    component: 'EraseDialog',
    show: (onClose) => <EraseDialog person={makePerson()} onClose={onClose} />,
    begin: type(/Who asked/, 'By letter'),
    complete: async (user) => {
      await type(/The email address/, 'amara.linwood@university.example')(user);
      await secret(/^Your password/, 'secret')(user);
    },
    send: 'Erase this account',
  },
  {
    component: 'ResetSecondFactorDialog',
    show: (onClose) => <ResetSecondFactorDialog person={makePerson()} onClose={onClose} />,
  },
  {
    component: 'UserStatusDialog',
    show: (onClose) => <UserStatusDialog person={makePerson()} onClose={onClose} />,
    begin: choose(/Status/, /Disable/),
    complete: nothing,
    send: 'Disable this account',
  },
  {
    component: 'ProcedureDialog',
    show: (onClose) => <ProcedureDialog procedure={procedure} onClose={onClose} />,
    begin: type(/Description/, ' x'),
    complete: nothing,
    send: 'Save Approval Procedure',
  },
  {
    component: 'StageDialog',
    show: (onClose) => <StageDialog procedure={procedure} stage={created} onClose={onClose} />,
    begin: type(/Stage Activity/, ' x'),
    complete: nothing,
    send: 'Save Stage',
  },
  {
    component: 'NextStageDialog',
    show: (onClose) => (
      <NextStageDialog
        procedure={procedure}
        link={makeLink(21, created, release)}
        onClose={onClose}
      />
    ),
    begin: choose(/Next Stage/, /Created/),
    complete: nothing,
    send: 'Save Next Stage',
  },
  {
    component: 'InsertStageDialog',
    show: (onClose) => (
      <InsertStageDialog
        procedure={procedure}
        link={makeLink(21, created, release)}
        onClose={onClose}
      />
    ),
    begin: type(/Stage Activity/, 'Look'),
    complete: async (user) => {
      await choose(/Stage Type/, /Junction/)(user);
      await choose(/Role/, /Data Officer/)(user);
      await choose(/Stage Order/, /Two/)(user);
      await choose(/Branch Level/, /Zero/)(user);
      await user.type(await (await dialog()).findByRole('combobox', { name: /Icon/ }), 'Gavel');
    },
    send: 'Insert Stage',
  },
  {
    component: 'DuplicateDialog',
    show: (onClose) => <DuplicateDialog procedure={procedure} onClose={onClose} />,
    begin: type(/Name of the copy/, 'Slow track'),
    complete: nothing,
    send: 'Duplicate',
  },
  {
    component: 'ImportProcedureDialog',
    show: (onClose) => <ImportProcedureDialog onClose={onClose} />,
    begin: type(/Name/, 'Slow track'),
    complete: async (user) => {
      const file = new File(['{"schema": 1}'], 'track.procedure.json', {
        type: 'application/json',
      });
      await user.upload((await dialog()).getByLabelText(/File of the procedure/), file);
      await screen.findByText(/track.procedure.json/);
    },
    send: 'Import',
  },
  {
    component: 'StageTypeDialog',
    show: (onClose) => <StageTypeDialog onClose={onClose} />,
    begin: type(/Stage Type Name/, 'Look'),
    complete: nothing,
    send: 'Add Stage Type',
  },
  {
    component: 'DecisionDialog',
    show: (onClose) => (
      <DecisionDialog
        request={makeRequest()}
        stage={stage!}
        approve
        onDecided={() => undefined}
        onClose={onClose}
      />
    ),
    begin: type(/^Comment/, 'So'),
    complete: type(/OTP/, '123456'),
    send: 'Approve this request',
  },
  {
    component: 'ExtendTermDialog',
    show: (onClose) => (
      <ExtendTermDialog
        request={makeRequest()}
        term={{ unit: 'months', count: 3 }}
        onClose={onClose}
      />
    ),
    begin: type(/^Reason/, 'No quorum'),
    complete: async (user) =>
      user.type(await (await dialog()).findByRole('textbox', { name: /^Months/ }), '1'),
    send: 'Extend this term',
  },
  {
    component: 'ProvideFeedbackDialog',
    show: (onClose) => <ProvideFeedbackDialog requestId={11} onClose={onClose} />,
    begin: type(/improve/i, 'Sooner'),
    complete: async (user) => {
      for (const group of (await dialog()).getAllByRole('radiogroup')) {
        await user.click(within(group).getAllByRole('radio')[0]!);
      }
    },
    send: 'Send feedback',
  },
  {
    component: 'EditForm',
    show: (onClose) => <SurnameForm onClose={onClose} />,
    begin: type(/Surname/, 'Okafor'),
    complete: nothing,
    send: 'Save',
  },
  {
    component: 'ResubmitDialog',
    show: (onClose) => (
      <ResubmitDialog request={makeRequest({ status: 'Denied' })} onClose={onClose} />
    ),
    begin: type(/^Note to the reviewers/, 'Signed'),
    complete: nothing,
    send: 'Resubmit this request',
  },
  {
    component: 'DeviceDialog',
    show: (onClose) => (
      <DeviceDialog
        device={emptyDevice}
        isNew
        others={[]}
        neededOn=""
        draftName="device"
        onSave={nothing}
        onClose={onClose}
      />
    ),
    begin: type(/Serial Number/, 'S-1'),
  },
  {
    component: 'StaffDialog',
    show: (onClose) => (
      <StaffDialog
        member={emptyStaff}
        identification={null}
        isNew
        others={[]}
        responsible={{ requester: emptyStaff, principal: null }}
        fileField={() => null}
        draftName="staff"
        onSave={nothing}
        onClose={onClose}
      />
    ),
    begin: type(/Surname/, 'Okafor'),
  },
  {
    component: 'PreviewDialog',
    show: (onClose) => (
      <PreviewDialog selected={[]} onChange={nothing} onClose={onClose} onRequest={nothing} />
    ),
  },
  {
    component: 'SinceRequestDialog',
    show: (onClose) => (
      <SinceRequestDialog
        name="births.weight"
        since={{ remark: 'no longer offered', fields: [] }}
        onClose={onClose}
      />
    ),
  },
  {
    component: 'RevisionsDialog',
    show: (onClose) => (
      <RevisionsDialog of={{ record: 'variable', id: 1 }} name="births.weight" onClose={onClose} />
    ),
  },
  {
    component: 'ViewFeedbackDialog',
    show: (onClose) => <ViewFeedbackDialog requestId={11} onClose={onClose} />,
  },
  {
    component: 'MailSettingsDialog',
    show: (onClose) => <MailSettingsDialog onClose={onClose} />,
  },
];

/** Handlers for the calls of these dialogs. */
export function serveDialogs(): void {
  server.use(
    http.get(url('users/country'), () =>
      answer([{ code: 'HV', name: 'Halvania', dial_code: '+9' }]),
    ),
    http.get(url('users/password-rules'), () => answer(usualPasswordRules)),
    http.get(url('users/organizations'), () => answerList([makeOrganisation()])),
    http.get(url('users/organizations/9'), () => answer(makeOrganisation())),
    http.get(url('users/organizations/9/roles'), () => answer([makeOffer('Admin')])),
    http.get(url('users/organization-users'), () => answerList([makePerson()])),
    http.get(url('users/erase/21'), () =>
      answer({
        user_id: 21,
        fname: 'Amara',
        sname: 'Linwood',
        has_email: true,
        becomes: 'Erased person',
        requests: 2,
        drafts: 0,
        duties: [],
      }),
    ),
    http.get(url('users/role'), () =>
      answer([
        { role_id: 2, role: 'Admin' },
        { role_id: 4, role: 'Data Officer' },
      ]),
    ),
    http.get(url('users/org_roles'), () => answerList([makeOffer('Data Custodian')])),
    http.get(url('users/role-statuses'), () =>
      answer(statusesNamed(['Activated', 'Rejected', 'Deactivated', 'Revoked'])),
    ),
    http.get(url('data_dictionary/variables_dd/1/revisions'), () =>
      answer({ revisions: [], page: { number: 1, size: 20, total: 0 } }),
    ),
    http.get(url('data_dictionary/data_sources'), () => answerList([source])),
    http.get(url('reference_data/facilities'), () => answerList([])),
    http.post(url('reference_data/facilities/file'), () =>
      answer({
        read: 1,
        regions_added: 1,
        districts_added: 1,
        facilities_added: 1,
        known: 0,
        repeated: [],
        repeated_count: 0,
      }),
    ),
    http.get(url('data_dictionary/data_source'), () => answerList([source])),
    http.get(url('data_dictionary/table_types'), () =>
      answerList([{ table_type_id: 1, name: 'Clinical' }]),
    ),
    http.get(url('data_dictionary/table_dd'), () => answerList([makeTableRecord()])),
    http.get(url('data_dictionary/variables_dd'), () =>
      answerList([makeVariableRecord({ var_id: 72, var_name: 'Day of payment' })]),
    ),
    http.get(url('data_dictionary/variables_dd/71'), () => answer(makeWholeVariable())),
    http.get(url('data_dictionary/topics'), () => answerList([topic])),
    http.get(url('data_requests/approval_procedures'), () => answerList([procedure])),
    http.get(url('data_requests/stage_type'), () =>
      answerList([{ stage_type_id: 2, stage_type: 'Junction', built_in: true, roles: [4, 10] }]),
    ),
    http.get(url('data_requests/stage/list'), () => answerList([created, release])),
    http.get(url('data_requests/stage'), () => answerList([created, release])),
    http.get(url('data_requests/equipment-type'), () =>
      answer([{ equipment_type_id: 1, equipment_type: 'Computer' }]),
    ),
    http.get(url('data_requests/feedback/*'), () =>
      answer(makeFeedback({ date_created: hoursAgo(3) })),
    ),
    http.get(url('notifications/preferences'), () =>
      answer([
        {
          kind: 'activated',
          description: 'The account was activated',
          delivery: 'immediately',
          by_mail: true,
        },
      ]),
    ),
  );
}
