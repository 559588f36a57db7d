import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { DataRequest } from '@/api/models';
import { DataItem, DataList } from '@/components/DataList';
import { DocumentButton } from '@/components/DocumentButton';
import { formatDate } from '@/lib/dates';
import { fileSize } from '@/lib/numbers';

function accessPeriod(request: DataRequest): string | undefined {
  if (request.data_format !== 'Direct access') return undefined;
  if (request.no_date_limit) return 'No date limit';
  if (!request.direct_access_from || !request.direct_access_to) return undefined;
  return `${formatDate(request.direct_access_from)} to ${formatDate(request.direct_access_to)}`;
}

function dateRange({ filters }: DataRequest): string | undefined {
  const { start_value, end_value } = filters.date_range_filter;
  if (!start_value && !end_value) return undefined;
  return `${start_value ? formatDate(start_value) : 'the beginning'} to ${end_value ? formatDate(end_value) : 'today'}`;
}

/** Everything that was answered in the wizard, to read (2 §2 "Preview header"). */
export function RequestPreview({ request }: { request: DataRequest }) {
  const own = request.documents.filter(({ field }) => field !== 'identification_file_path');
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Part title="Request Details">
        <DataItem name="Request Title">{request.title}</DataItem>
        <DataItem name="Submitted on">{formatDate(request.submitted_on)}</DataItem>
        <DataItem name="Needed on">{formatDate(request.needed_on)}</DataItem>
        <DataItem name="Ethics committee">{request.irb_name}</DataItem>
        <DataItem name="Protocol reference number">{request.protocol_ref_num}</DataItem>
        <DataItem name="Ethics approval letter">{request.ethics_approval_letter}</DataItem>
        <DataItem name="Additional ethics committee">
          {request.additional_ethics_committee_name}
        </DataItem>
        <DataItem name="Data format">{request.data_format}</DataItem>
        <DataItem name="Direct access">{accessPeriod(request)}</DataItem>
      </Part>
      <Part title="Purposes">
        {request.purposes.map(({ purpose_id, purpose, purpose_description }) => (
          <DataItem key={purpose_id} name={purpose}>
            {purpose_description}
          </DataItem>
        ))}
      </Part>
      <Part title="Principal Investigator">
        <DataItem name="Name">
          {request.principal_fname} {request.principal_sname}
        </DataItem>
        <DataItem name="Occupation">{request.principal_occupation}</DataItem>
        <DataItem name="Institution">{request.principal_institution}</DataItem>
        <DataItem name="Email">{request.principal_email}</DataItem>
        <DataItem name="Phone">{request.principal_phone}</DataItem>
      </Part>
      <Part title="Data Specification">
        {request.requested_datasets.map(({ rdataset_id, data_source, release_date }) => (
          <DataItem key={rdataset_id} name={data_source.source}>
            {release_date ? `Released on ${formatDate(release_date)}` : 'Not released yet'}
          </DataItem>
        ))}
        <DataItem name="Description">{request.dataset_description}</DataItem>
        <DataItem name="Facilities">{request.filters.facility_filter.join('; ')}</DataItem>
        <DataItem name="Time">{dateRange(request)}</DataItem>
      </Part>
      <Box component="section">
        <Typography variant="h2" sx={{ mb: 1.5 }}>
          Documents
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {own.map(({ path, title, size }) => (
            <DocumentButton key={path} path={path} title={title} detail={fileSize(size)} />
          ))}
        </Box>
      </Box>
    </Box>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section">
      <Typography variant="h2" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <DataList label={title}>{children}</DataList>
    </Box>
  );
}
