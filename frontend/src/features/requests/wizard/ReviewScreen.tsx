import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fullName } from '@/api/session';
import { DataItem, DataList } from '@/ui/DataList';
import { Prose } from '@/ui/Prose';
import { cardSx } from '@/ui/looks';
import { RowAction } from '@/ui/rowAction';
import { publishedSources } from '@/shared/dictionary/publishedSources';
import { DetailsAnswers } from '@/shared/requests/DetailsAnswers';
import { ApprovalAnswers } from '@/shared/requests/EthicsAnswers';
import { formatDate } from '@/lib/dates';
import { count, fileSize } from '@/lib/numbers';
import {
  useSelectedSource,
  useSelectedVariables,
  type SelectedVariable,
} from '@/lib/variableSelection';
import { referenceQueries } from '../queries';
import { staffSlot } from './draft';
import { institutionOf } from './payload';
import { questions } from './questions';
import { screens, type ScreenId } from './screens';
import { OTHER_PURPOSE } from './validation';
import { equipmentName, marked, withId } from './withdrawn';
import { useWizard } from './wizardContext';

const dateOf = (text: string) => (text ? formatDate(text) : '');

/** Step 4: all answers in groups, each with a button that leads back to its question. */
export function ReviewScreen({ pending }: { pending: boolean }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 900 }}>
      <Study />
      <Principal />
      <Ethics />
      <Purpose />
      <Dataset />
      <Specification />
      <DevicesStaff />
      {pending && (
        <Box role="status">
          <Typography variant="body2" sx={{ mb: 0.5 }}>
            The server is checking the request…
          </Typography>
          <LinearProgress aria-label="Submission of the request" />
        </Box>
      )}
    </Box>
  );
}

const PRINCIPAL = questions.isPrincipal.label;

/** The fields of the rows. A row without one leads to its screen. */
const fieldOfRow: Partial<Record<string, string>> = {
  'Data Request Title': 'title',
  'Ethics committee': 'ethics_committee',
  'Protocol reference number': 'protocol_ref_num',
  'Date needed': 'needed_on',
  [PRINCIPAL]: 'isPrincipal',
  Name: 'principal_fname',
  Email: 'principal_email',
  Phone: 'principal_phone',
  Institution: 'principal_institution',
  Occupation: 'principal_occupation',
  'Ethics Approval Letter': 'ethics_approval_letter',
  'Additional ethics committee': 'additional_ethics_committee_name',
  'Additional ethics letter': 'additional_IRB_file_path',
  'Data Sharing Agreement': 'file_path',
  Purposes: 'request_purposes',
  'Data format': 'data_format',
  'Direct access': 'direct_access_from',
  'Data source': 'dataset_variables',
  Variables: 'dataset_variables',
  'Dataset description': 'dataset_description',
  'General Data Specification Form': 'data_specs_path',
  'Period of the data': 'filters.date_range_filter.start_value',
};

interface GroupProps {
  screen: ScreenId;
  /** True if this row can be changed in the wizard. By default every row can. */
  isOwn?: (name: string) => boolean;
  children: ReactNode;
}

function Group({ screen, isOwn, children }: GroupProps) {
  const { goTo } = useWizard();
  const title = screens.find(({ id }) => id === screen)?.title ?? '';
  const changeOf = (name: string) =>
    (!isOwn || isOwn(name)) && (
      <Button
        size="small"
        aria-label={`Change: ${name}`}
        onClick={() => goTo(screen, fieldOfRow[name])}
        sx={{ my: -0.75 }}
      >
        Change
      </Button>
    );
  return (
    <Box component="section" aria-labelledby={`review-${screen}`} sx={cardSx}>
      <Typography id={`review-${screen}`} variant="h3" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <RowAction value={changeOf}>
        <DataList>{children}</DataList>
      </RowAction>
    </Box>
  );
}

function useFileAnswer() {
  const { files } = useWizard();
  return (slot: string) => {
    const file = files.get(slot);
    return file && `${file.name} (${fileSize(file.size)})`;
  };
}

function Study() {
  const { draft, withdrawn } = useWizard();
  const { details } = draft;
  const gone = withId(withdrawn.committees, details.ethics_committee);
  const { data: committees } = useQuery(referenceQueries.committees());
  return (
    <Group screen="study">
      <DataItem name="Data Request Title">{details.title}</DataItem>
      <ApprovalAnswers
        committee={
          gone
            ? marked(gone.name)
            : committees?.find(({ irb_id }) => irb_id === details.ethics_committee)?.irb_name
        }
        study={details}
      />
      <DetailsAnswers study={details} />
    </Group>
  );
}

function Principal() {
  const { draft, user } = useWizard();
  const { details } = draft;
  const own = details.isPrincipal === 'Yes';
  return (
    // The requester's own details are those of the account.
    <Group screen="principal" isOwn={(name) => !own || name === PRINCIPAL}>
      <DataItem name={PRINCIPAL}>{details.isPrincipal}</DataItem>
      <DataItem name="Name">
        {own ? fullName(user) : `${details.principal_fname} ${details.principal_sname}`.trim()}
      </DataItem>
      <DataItem name="Email">{own ? user.org_email : details.principal_email}</DataItem>
      <DataItem name="Phone">{own ? user.phone : details.principal_phone}</DataItem>
      <DataItem name="Institution">
        {own ? institutionOf(user) : details.principal_institution}
      </DataItem>
      <DataItem name="Occupation">{own ? user.designation : details.principal_occupation}</DataItem>
    </Group>
  );
}

function Ethics() {
  const { details } = useWizard().draft;
  const file = useFileAnswer();
  const isYes = details.ethics_approval_letter === 'Yes';
  return (
    <Group screen="ethics">
      <DataItem name="Ethics Approval Letter">
        {isYes
          ? file('ethics_doc_path')
          : details.ethics_approval_letter &&
            `No${details.exempted ? ', the study is exempt' : ''}`}
      </DataItem>
      {details.additional_letter === 'Yes' && (
        <>
          <DataItem name="Additional ethics committee">
            {details.additional_ethics_committee_name}
          </DataItem>
          <DataItem name="Additional ethics letter">{file('additional_IRB_file_path')}</DataItem>
        </>
      )}
      <DataItem name="Data Sharing Agreement">{file('file_path')}</DataItem>
    </Group>
  );
}

function Purpose() {
  const { draft, withdrawn } = useWizard();
  const { details } = draft;
  const { data: purposes } = useQuery(referenceQueries.purposes());
  const isDirect = details.data_format === 'Direct access';
  const named = details.purposes.map((id) => {
    const gone = withId(withdrawn.purposes, id);
    const name = gone
      ? marked(gone.name)
      : (purposes?.find(({ purpose_id }) => purpose_id === id)?.purpose ?? '');
    return id === OTHER_PURPOSE ? `${name}: ${details.purpose_description}` : name;
  });
  return (
    <Group screen="purpose">
      <DataItem name="Purposes">{named.join('; ')}</DataItem>
      <DataItem name="Data format">{details.data_format}</DataItem>
      {isDirect && (
        <DataItem name="Direct access">
          {details.no_date_limit
            ? 'No date limit'
            : `${dateOf(details.direct_access_from)} to ${dateOf(details.direct_access_to)}`}
        </DataItem>
      )}
    </Group>
  );
}

function namesByTable(
  variables: readonly SelectedVariable[],
  withdrawn: ReadonlySet<number>,
): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  for (const { var_id, tbl_name, var_name } of variables) {
    const name = withdrawn.has(var_id) ? marked(var_name) : var_name;
    tables.set(tbl_name, [...(tables.get(tbl_name) ?? []), name]);
  }
  return tables;
}

function Dataset() {
  const { draft, withdrawn } = useWizard();
  const { details } = draft;
  const file = useFileAnswer();
  const dataSourceId = useSelectedSource();
  const variables = useSelectedVariables(dataSourceId);
  const gone = withId(withdrawn.sources, dataSourceId);
  const one = publishedSources.one(dataSourceId ?? 0);
  const source = useQuery({
    ...one,
    queryFn: dataSourceId === null || gone ? skipToken : one.queryFn,
  });
  const tables = namesByTable(variables, withdrawn.variables);
  return (
    <Group screen="dataset">
      <DataItem name="Data source">
        {gone ? marked(gone.name) : dataSourceId !== null && source.data?.source}
      </DataItem>
      <DataItem name="Variables">
        {variables.length === 0 ? (
          'No Variables have been selected'
        ) : (
          <>
            {count(variables.length, 'variable')} of {count(tables.size, 'table')}
            {[...tables].map(([table, names]) => (
              <div key={table}>
                <strong>{table}:</strong> {names.join(', ')}
              </div>
            ))}
          </>
        )}
      </DataItem>
      <DataItem name="Dataset description">
        <Prose>{details.dataset_description}</Prose>
      </DataItem>
      <DataItem name="General Data Specification Form">{file('data_specs_path')}</DataItem>
    </Group>
  );
}

function Specification() {
  const { filters } = useWizard().draft;
  const { start_value, end_value, facility_filter } = filters;
  return (
    <Group screen="specification">
      <DataItem name="Period of the data">
        {start_value || end_value
          ? `${dateOf(start_value) || 'Beginning'} to ${dateOf(end_value) || 'today'}`
          : 'All'}
      </DataItem>
      <DataItem name="Facilities">{facility_filter.join('; ') || 'All'}</DataItem>
    </Group>
  );
}

function DevicesStaff() {
  const { draft, withdrawn } = useWizard();
  const { devices, staff } = draft;
  const file = useFileAnswer();
  const { data: types } = useQuery(referenceQueries.equipmentTypes());
  return (
    <Group screen="devices-staff">
      {devices.map((device, index) => (
        <DataItem key={device.local_id} name={`Device ${index + 1}`}>
          {device.equipment_name}, {equipmentName(types, withdrawn, device.equipment_type)}, serial
          number {device.serial_number}
          <br />
          Used by {device.used_by} at {device.organisation}, {dateOf(device.usage_from)} to{' '}
          {dateOf(device.usage_to)}
        </DataItem>
      ))}
      {staff.map((member, index) => (
        <DataItem key={member.local_id} name={`Staff member ${index + 1}`}>
          {member.first_name} {member.surname}, {member.position_in_organisation}
          <br />
          {member.email}, {member.phone}
          <br />
          {member.identification_type} {member.identification_number}
          {', '}
          {file(staffSlot(member.local_id))}
          <br />
          Confidentiality Protocol: {member.confidentiality_protocols ? 'Yes' : 'No'}
        </DataItem>
      ))}
    </Group>
  );
}
