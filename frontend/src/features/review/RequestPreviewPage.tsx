import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import type { DataRequest, RequestDocument } from '@/api/models';
import { DataItem, DataList } from '@/components/DataList';
import { framed } from '@/components/looks';
import { nameOf } from '@/components/requests/columns';
import { DevicesTable } from '@/components/requests/DevicesTable';
import { Documents } from '@/components/requests/Documents';
import { Purposes } from '@/components/requests/Purposes';
import { formatDate } from '@/lib/dates';
import { accessPeriod } from '@/lib/requestStatus';
import { RequestHeader } from './RequestHeader';
import { RequestScreen } from './RequestScreen';
import { ChainDetails } from './sections/ChainDetails';
import { PrincipalDetails } from './sections/PrincipalDetails';
import { SpecificationDetails } from './sections/SpecificationDetails';
import { StaffDetails } from './sections/StaffDetails';

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ ...framed, minWidth: 0 }}>
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

/** An identification says whose it is; the other documents say enough by themselves. */
function documentsOf({ documents, list_of_staff }: DataRequest): RequestDocument[] {
  return documents.map((document) => {
    const owner = list_of_staff.find((member) => member.identification_file_path === document.path);
    if (!owner) return document;
    return { ...document, title: `${owner.identification_type} of ${nameOf(owner)}` };
  });
}

function Preview({ request }: { request: DataRequest }) {
  return (
    <>
      <RequestHeader request={request} />
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
            <Documents documents={documentsOf(request)} />
          </Card>
        </Box>
      </Box>
      <Box sx={{ display: 'grid', gap: 2, mt: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Card title="Devices">
          <DevicesTable request={request} dense />
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
