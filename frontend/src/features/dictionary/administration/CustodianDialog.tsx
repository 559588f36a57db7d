import DialogContentText from '@mui/material/DialogContentText';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustodianInput, CustodianRecord, OrganisationRole } from '@/api/models';
import { RecordDialog } from '@/ui/records/RecordDialog';
import { useRecordDialog } from '@/ui/records/useRecordDialog';
import { SearchedChoice } from '@/ui/SearchedChoice';
import { useSaveCustodian } from './mutations';
import { recordQueries } from './queries';
import { SourceChoice, type ChosenSource } from './SourceChoice';
import { YesNoField } from '@/ui/records/YesNoField';

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

const nameOf = ({ organisation, role_name }: ChosenRole) => `${organisation} - ${role_name}`;

const describe = ({ data_source, org_role, broker }: Values) =>
  [
    ['Data Source', data_source?.name ?? ''],
    ['Organisation Role', org_role ? nameOf(org_role) : ''],
    ['Is A Broker', broker ? 'Yes' : 'No'],
  ] as const;

interface Props {
  custodian?: CustodianRecord;
  /** The data source of a new custodian, until the user selects another. */
  source?: ChosenSource;
  onClose: () => void;
}

/** Adds or changes the custodian of a data source (3 §2.8, §5; decisions C5). */
export function CustodianDialog({ custodian, source, onClose }: Props) {
  const save = useSaveCustodian(custodian?.custodian_id);
  const form = useRecordDialog({
    record: custodian,
    read: recordQueries.custodian(custodian?.custodian_id ?? 0),
    save,
    ...(source && { name: `add for ${source.id}` }),
    empty: { ...empty, data_source: source ?? null },
    valuesOf,
    check,
    inputOf,
    describe,
    toastsRefusal: true,
    onClose,
  });
  const [search, setSearch] = useState('');
  const roles = useQuery(recordQueries.organisationRoles(search));

  return (
    <RecordDialog form={form} noun="Data Custodian">
      <DialogContentText>
        New requests go to the organisation of a data custodian. Requests already under way are not
        affected.
      </DialogContentText>
      <SourceChoice {...form.field('data_source')} />
      <SearchedChoice<ChosenRole>
        {...form.field('org_role')}
        label="Organisation Role"
        onSearch={setSearch}
        options={roles.data ?? []}
        found={roles}
        nameOf={nameOf}
        keyOf={({ org_role_id }) => org_role_id}
        empty="No Organisation Role found"
      />
      <YesNoField
        {...form.field('broker')}
        label="Is A Broker"
        help={
          form.values.broker
            ? "It comes before data custodians who aren't brokers."
            : 'It comes after brokers of the same data source.'
        }
      />
    </RecordDialog>
  );
}
