import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DataRequest } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { PageHeader } from '@/ui/PageHeader';
import { LetterButton } from '@/shared/requests/LetterButton';
import { RecallButton } from '@/shared/requests/RecallButton';
import { StatusChip } from '@/shared/requests/StatusChip';
import { StatusLine } from '@/shared/requests/StatusLine';
import { statusOf } from '@/shared/tracking/stageState';
import { ExportButton } from './ExportButton';
import { ExtendTermButton } from './ExtendTermButton';
import { RequestBreadcrumb } from './RequestBreadcrumb';

interface Props {
  request: DataRequest;
  action?: ReactNode;
}

export function RequestHeader({ request, action }: Props) {
  return (
    <PageHeader
      above={<RequestBreadcrumb request={request} />}
      title={request.title}
      status={<StatusChip status={statusOf({ state: request.status })} />}
      purpose={<StatusLine request={request} />}
      action={
        <>
          {action}
          <Button
            component={Link}
            to={requestPath(paths.dataRequestTrack, request.request_id)}
            variant="outlined"
          >
            Track Request
          </Button>
          <LetterButton request={request} />
          <ExportButton requestId={request.request_id} />
          <ExtendTermButton request={request} />
          <RecallButton request={request} name={request.reference} />
        </>
      }
    />
  );
}
