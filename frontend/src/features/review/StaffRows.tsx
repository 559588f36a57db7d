import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { Link } from 'react-router';
import type { RequestRow } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { RequestRows } from '@/shared/requests/RequestRows';

interface Props {
  requests: readonly RequestRow[];
  label: string;
  heading?: 'h2' | 'h3';
  /**
   * The text of the first button, and the path of this button and the title. The button is filled
   * if the user can decide now (decisions C18). Track Request is always beside it.
   */
  view: { label: string; path: (request: RequestRow) => string };
}

export function StaffRows({ requests, label, heading = 'h2', view }: Props) {
  return (
    <RequestRows
      requests={requests}
      label={label}
      heading={heading}
      name={({ reference }) => reference}
      path={view.path}
      about={({ requester, organization, data_sources }) =>
        [`${requester.fname} ${requester.sname}, ${organization.name}`, data_sources.join(', ')]
          .filter(Boolean)
          .join(' · ')
      }
      standing={({ waiting_text, status_text }) => waiting_text ?? status_text}
      actions={(request) => (
        <>
          <Button
            component={Link}
            to={view.path(request)}
            size="small"
            variant={request.may_decide ? 'contained' : 'outlined'}
            aria-label={`${view.label} ${request.reference}`}
          >
            {view.label}
          </Button>
          <Tooltip title="Track Request" describeChild>
            <IconButton
              component={Link}
              to={requestPath(paths.dataRequestTrack, request.request_id)}
              aria-label={`Track Request ${request.reference}`}
            >
              <AccountTreeOutlined />
            </IconButton>
          </Tooltip>
        </>
      )}
    />
  );
}
