import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useRole } from '@/api/session';
import type { DataRequest } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { cardSx } from '@/ui/looks';
import { LapseNote } from '@/shared/deadlines/LapseNote';
import { DevicesTable } from '@/shared/requests/DevicesTable';
import { Purposes } from '@/shared/requests/Purposes';
import { RoundNote } from '@/shared/requests/RoundNote';
import { RequestHeader } from './RequestHeader';
import { RequestScreen } from './RequestScreen';
import { ChainDetails } from './sections/ChainDetails';
import { PrincipalDetails } from './sections/PrincipalDetails';
import { RequestDetails } from './sections/RequestDetails';
import { RequestedVariables, SpecificationDetails } from './sections/SpecificationDetails';
import { RequesterDetails } from './sections/RequesterDetails';
import { StaffDetails } from './sections/StaffDetails';
import { StageNote } from './StageNote';

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ ...cardSx, minWidth: 0 }}>
      <Typography id={id} variant="h3" component="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function Preview({ request }: { request: DataRequest }) {
  // Only the Data Custodian gets the table of variables. Others read the names in the specification
  // (2 §6).
  const withTable = useRole() === 'Data Custodian';
  return (
    <>
      <RequestHeader
        request={request}
        action={
          <Button
            component={Link}
            to={requestPath(paths.dataRequest, request.request_id)}
            variant="contained"
          >
            Documents and sections
          </Button>
        }
      />
      <StageNote request={request} />
      <LapseNote request={request} />
      <RoundNote request={request} />
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
            <RequesterDetails request={request} />
          </Card>
          <Card title="Request Details">
            <RequestDetails request={request} />
          </Card>
          <Card title="Principal Investigator">
            <PrincipalDetails request={request} />
          </Card>
          <Card title="Data Specification">
            <SpecificationDetails request={request} variables={withTable ? 'elsewhere' : 'names'} />
          </Card>
        </Box>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Card title="Review and Approval Chain">
            <ChainDetails request={request} />
          </Card>
          <Card title="Purposes">
            <Purposes purposes={request.purposes} />
          </Card>
        </Box>
      </Box>
      <Box sx={{ display: 'grid', gap: 2, mt: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {withTable && (
          <Card title="Dataset Variables">
            <RequestedVariables request={request} as="table" />
          </Card>
        )}
        <Card title="Devices">
          <DevicesTable request={request} />
        </Card>
        <Card title="Staff">
          <StaffDetails request={request} />
        </Card>
      </Box>
    </>
  );
}

/**
 * /datarequest/preview: a read-only request without comments and decision (2 §2 "Preview header").
 * It shows no documents. Staff open them on the detail page, to which a button leads.
 */
export default function RequestPreviewPage() {
  return (
    <RequestScreen>
      {(request) => <Preview key={request.request_id} request={request} />}
    </RequestScreen>
  );
}
