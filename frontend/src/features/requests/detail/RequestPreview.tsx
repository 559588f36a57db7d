import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { DataRequest } from '@/api/models';
import { Prose } from '@/ui/Prose';
import { ReleasedOn, SubmittedOn } from '@/shared/audit/ProvenDates';
import { DataItem, DataList } from '@/ui/DataList';
import { DataFormatAnswers } from '@/shared/requests/DataFormatAnswers';
import { DetailsAnswers } from '@/shared/requests/DetailsAnswers';
import { Documents } from '@/shared/requests/Documents';
import { EditButton } from '@/shared/requests/EditButton';
import { EthicsAnswers } from '@/shared/requests/EthicsAnswers';
import { Purposes } from '@/shared/requests/Purposes';
import { SpecificationAnswers } from '@/shared/requests/SpecificationAnswers';
import { StatusChip } from '@/shared/requests/StatusChip';
import { statusOf } from '@/shared/tracking/stageState';
import { formatDate } from '@/lib/dates';
import type { EditTarget } from '@/lib/requestEdits';
import { Section } from './Section';

/** Shows all answers of the wizard, read-only (2 §2 "Preview header"). */
export function RequestPreview({ request }: { request: DataRequest }) {
  const { requester } = request;
  const edit = (kind: Exclude<EditTarget, { row: unknown }>['kind'], name: string) => (
    <EditButton request={request} target={{ kind }} name={name} />
  );
  const documents = request.documents.filter(({ field }) => field !== 'identification_file_path');
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box component="section" aria-labelledby="request-title">
        <Typography variant="overline" component="p" color="textSecondary">
          Request Title
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Typography id="request-title" variant="h2" component="p">
            {request.title}
          </Typography>
          <StatusChip status={statusOf({ state: request.status })} />
        </Box>
      </Box>
      <Section title="Requester Details">
        <DataList>
          <DataItem name="Name">
            {requester.fname} {requester.sname}
          </DataItem>
          <DataItem name="Organisation">{requester.org_name}</DataItem>
          <DataItem name="Designation and department">
            {[requester.designation, requester.department].filter(Boolean).join(', ')}
          </DataItem>
          <DataItem name="Contact">
            {[requester.org_email, requester.phone].filter(Boolean).join(', ')}
          </DataItem>
        </DataList>
      </Section>
      <Section title="Request Details">
        <DataList>
          <SubmittedOn request={request} />
          <ReleasedOn request={request} />
          <DetailsAnswers study={request} />
        </DataList>
      </Section>
      <Section
        title="Principal Investigator"
        about="principal"
        action={edit('principal', 'Principal Investigator')}
      >
        <DataList>
          <DataItem name="Name">
            {request.principal_fname} {request.principal_sname}
          </DataItem>
          <DataItem name="Occupation">{request.principal_occupation}</DataItem>
          <DataItem name="Institution">{request.principal_institution}</DataItem>
          <DataItem name="Email">{request.principal_email}</DataItem>
          <DataItem name="Phone">{request.principal_phone}</DataItem>
        </DataList>
      </Section>
      <Section title="Ethics Approval" about="ethics" action={edit('ethics', 'Ethics Approval')}>
        <DataList>
          <EthicsAnswers
            request={request}
            letter={request.ethics_doc_path ? 'Yes' : 'No approval letter attached'}
          />
          {request.additional_ethics_committee_name && (
            <DataItem name="Additional ethics committee">
              {request.additional_ethics_committee_name}
            </DataItem>
          )}
        </DataList>
      </Section>
      <Section
        title="Data Sharing Agreement"
        about="agreement"
        action={edit('agreement', 'Data Sharing Agreement')}
      >
        <Typography variant="body2">
          {request.file_path ? 'Attached, see Documents.' : 'No information available'}
        </Typography>
      </Section>
      <Section title="Data Format" about="dataFormat" action={edit('dataFormat', 'Data Format')}>
        <DataList>
          <DataFormatAnswers request={request} />
        </DataList>
      </Section>
      <Section
        title="Data Specification"
        about="dataSource"
        action={edit('dataSource', 'Data Specification')}
      >
        <DataList>
          {request.requested_datasets.map(
            ({ rdataset_id, data_source, dataset_description, release_date }, _, { length }) => (
              <DataItem key={rdataset_id} name="Data source">
                {data_source.source}
                {': '}
                {release_date ? `Released on ${formatDate(release_date)}` : 'Not released yet'}
                {length > 1 && (
                  <div>
                    <Prose>{dataset_description}</Prose>
                  </div>
                )}
              </DataItem>
            ),
          )}
          <SpecificationAnswers request={request} />
        </DataList>
      </Section>
      <Section title="Purposes">
        <Purposes purposes={request.purposes} />
      </Section>
      <Section title="Documents">
        <Documents documents={documents} />
      </Section>
    </Box>
  );
}
