import DialogContentText from '@mui/material/DialogContentText';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustodianInput, CustodianRecord, OrganisationRole } from '@/api/models';
import { RecordDialog } from '@/components/records/RecordDialog';
import { useRecordDialog } from '@/components/records/useRecordDialog';
import { SearchedChoice } from '@/components/SearchedChoice';
import { useSaveCustodian } from './mutations';
import { recordQueries } from './queries';
import { SourceChoice, type ChosenSource } from './SourceChoice';
import { YesNoField } from '@/components/records/YesNoField';

type ChosenRole = Pick<OrganisationRole, 'org_role_id' | 'organisation' | 'role_name'>;

interface Values {
  data_source: ChosenSource | null;
  org_role: ChosenRole | null;
  broker: boolean;
}

const empty: Values = { data_source: null, org_role: null, broker: false };

const valuesOf = (custodian: CustodianRecord): Values => ({
  data_source: { id: custodian.data_source, name: custodian.source_name },
  org_role: {
    org_role_id: custodian.org_role,
    organisation: custodian.organisation,
    role_name: custodian.role_name,
  },
  broker: custodian.broker,
});

const check = ({ data_source, org_role }: Values) => ({
  data_source: data_source ? undefined : 'Please select the Data Source Name.',
  org_role: org_role ? undefined : 'Please select the Organisation Role.',
});

const inputOf = ({ data_source, org_role, broker }: Values): CustodianInput => ({
  data_source: data_source?.id,
  org_role: org_role?.org_role_id,
  broker,
});

const describe = (custodian: CustodianRecord) =>
  [
    ['Data Source', custodian.source_name],
    ['Organisation Role', `${custodian.organisation} - ${custodian.role_name}`],
    ['Is A Broker', custodian.broker ? 'Yes' : 'No'],
  ] as const;

interface Props {
  /** The one to change; nothing to add one. */
  custodian?: CustodianRecord;
  onClose: () => void;
}

/** Puts a data source into custody, or changes its custody (3 §2.8, §5; decisions C5). */
export function CustodianDialog({ custodian, onClose }: Props) {
  const save = useSaveCustodian(custodian?.custodian_id);
  const { values, set, faultOf, frame } = useRecordDialog({
    record: custodian,
    read: recordQueries.custodian(custodian?.custodian_id ?? 0),
    save,
    empty,
    valuesOf,
    check,
    inputOf,
    toastsRefusal: true,
    onClose,
  });
  const [search, setSearch] = useState('');
  const roles = useQuery(recordQueries.organisationRoles(search));

  return (
    <RecordDialog frame={frame} noun="Data Custodian" describe={describe}>
      <DialogContentText>
        Requests that are submitted from now on go to the organisation of a data custodian. Requests
        that run stay where they are.
      </DialogContentText>
      <SourceChoice
        value={values.data_source}
        onChange={(chosen) => set('data_source', chosen)}
        error={faultOf('data_source')}
      />
      <SearchedChoice<ChosenRole>
        label="Organisation Role"
        value={values.org_role}
        onChange={(chosen) => set('org_role', chosen)}
        onSearch={setSearch}
        options={roles.data ?? []}
        found={roles}
        nameOf={({ organisation, role_name }) => `${organisation} - ${role_name}`}
        keyOf={({ org_role_id }) => org_role_id}
        empty="No Organisation Role found"
        error={faultOf('org_role')}
      />
      <YesNoField
        id="data-custodian-broker"
        label="Is A Broker"
        value={values.broker}
        onChange={(value) => set('broker', value)}
        error={Boolean(faultOf('broker'))}
        help={
          faultOf('broker') ??
          (values.broker
            ? 'It comes before data custodians that are no brokers.'
            : 'It comes after brokers of the same data source.')
        }
      />
    </RecordDialog>
  );
}
