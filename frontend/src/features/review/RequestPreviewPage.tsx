import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { DataRequest, RequestDocument, StaffMember } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { DataItem, DataList } from '@/components/DataList';
import { DocumentButton } from '@/components/DocumentButton';
import { PageHeader } from '@/components/PageHeader';
import { StatusChip } from '@/components/StatusChip';
import { statusOf } from '@/components/tracking/stageState';
import { formatDate } from '@/lib/dates';
import { fileSize } from '@/lib/numbers';
import { statusLine } from './acting';
import { ExportButton } from './ExportButton';
import { RecallButton } from './RecallButton';
import { RequestBreadcrumb } from './RequestBreadcrumb';
import { RequestScreen } from './RequestScreen';
import { ChainDetails } from './sections/ChainDetails';
import { DevicesDetails } from './sections/DevicesDetails';
import { PrincipalDetails } from './sections/PrincipalDetails';
import { SpecificationDetails } from './sections/SpecificationDetails';
import { StaffDetails } from './sections/StaffDetails';
import { accessPeriod } from './sections/accessPeriod';

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        px: { xs: 2, sm: 3 },
        py: 2,
        minWidth: 0,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Typography id={id} variant="h3" component="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function RequesterDetails({ requester }: Pick<DataRequest, 'requester'>) {
  return (
    <DataList>
      <DataItem name="Name">
        {requester.fname} {requester.sname}
      </DataItem>
      <DataItem name="Organisation">{requester.org_name}</DataItem>
      <DataItem name="Department">{requester.department}</DataItem>
      <DataItem name="Designation">{requester.designation}</DataItem>
      <DataItem name="E-mail">{requester.org_email}</DataItem>
      <DataItem name="Phone">{requester.phone}</DataItem>
    </DataList>
  );
}

function RequestDetails({ request }: { request: DataRequest }) {
  return (
    <DataList>
      <DataItem name="Reference">{request.reference}</DataItem>
      <DataItem name="Submitted on">{formatDate(request.submitted_on)}</DataItem>
      <DataItem name="Needed on">{formatDate(request.needed_on)}</DataItem>
      <DataItem name="Data source">
        {request.requested_datasets.map(({ data_source }) => data_source.source).join(', ')}
      </DataItem>
      <DataItem name="Data format">
        {[request.data_format, accessPeriod(request)].filter(Boolean).join(', ')}
      </DataItem>
      <DataItem name="Ethics committee">{request.irb_name}</DataItem>
      <DataItem name="Protocol reference number">{request.protocol_ref_num}</DataItem>
    </DataList>
  );
}

function Purposes({ purposes }: Pick<DataRequest, 'purposes'>) {
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {purposes.map(({ purpose_id, purpose, purpose_description }) => (
        <Typography component="li" variant="body2" key={purpose_id}>
          {purpose}
          {purpose_description && `: ${purpose_description}`}
        </Typography>
      ))}
    </Box>
  );
}

/** An identification says whose it is; the other documents say enough by themselves. */
function titleOf({ path, title }: RequestDocument, staff: readonly StaffMember[]): string {
  const owner = staff.find(({ identification_file_path }) => identification_file_path === path);
  return owner ? `${owner.identification_type} of ${owner.first_name} ${owner.surname}` : title;
}

function Documents({ documents, list_of_staff }: Pick<DataRequest, 'documents' | 'list_of_staff'>) {
  if (documents.length === 0) {
    return <Typography variant="body2">No information available</Typography>;
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {documents.map((document) => (
        <DocumentButton
          key={document.path}
          path={document.path}
          title={titleOf(document, list_of_staff)}
          detail={fileSize(document.size)}
        />
      ))}
    </Box>
  );
}

function Preview({ request }: { request: DataRequest }) {
  return (
    <>
      <PageHeader
        above={<RequestBreadcrumb reference={request.reference} />}
        title={request.title}
        status={<StatusChip status={statusOf({ state: request.status })} />}
        purpose={statusLine(request)}
        action={
          <>
            <Button
              component={Link}
              to={requestPath(paths.dataRequestTrack, request.request_id)}
              variant="outlined"
            >
              Track Request
            </Button>
            <ExportButton requestId={request.request_id} />
            <RecallButton request={request} />
          </>
        }
      />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Card title="Requester Details">
            <RequesterDetails requester={request.requester} />
          </Card>
          <Card title="Request Details">
            <RequestDetails request={request} />
          </Card>
          <Card title="Principal Investigator">
            <PrincipalDetails request={request} />
          </Card>
          <Card title="Data Specification">
            <SpecificationDetails request={request} />
          </Card>
        </Box>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Card title="Review and Approval Chain">
            <ChainDetails request={request} />
          </Card>
          <Card title="Purposes">
            <Purposes purposes={request.purposes} />
          </Card>
          <Card title="Documents">
            <Documents documents={request.documents} list_of_staff={request.list_of_staff} />
          </Card>
        </Box>
      </Box>
      <Box sx={{ display: 'grid', gap: 2, mt: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Card title="Devices">
          <DevicesDetails request={request} />
        </Card>
        <Card title="Staff">
          <StaffDetails request={request} />
        </Card>
      </Box>
    </>
  );
}

/** /datarequest/preview: a request to read, without comments and decision (2 §2 "Preview header"). */
export default function RequestPreviewPage() {
  return (
    <RequestScreen title="Data Request">
      {(request) => <Preview key={request.request_id} request={request} />}
    </RequestScreen>
  );
}
