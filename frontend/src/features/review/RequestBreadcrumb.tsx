import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link, useLocation, useNavigate } from 'react-router';
import { useRole } from '@/api/session';
import type { DataRequest } from '@/api/models';
import { paths } from '@/app/paths';

interface Props {
  /** Undefined while the request loads. */
  request?: Pick<DataRequest, 'reference' | 'tracking_id'>;
  /** The last entry, such as "Track". */
  last?: string;
  /** True if Back always leads to the list. */
  backToList?: boolean;
}

/**
 * "Data Requests / DAC0014 (REQ000014)", and Back, which returns to the previous page. Requesters
 * and their mails use the second number.
 */
export function RequestBreadcrumb({ request, last, backToList = false }: Props) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const list = useRole() === 'Super User' ? paths.superUserHome : paths.dataRequests;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1.5 }}>
      <Button
        size="small"
        startIcon={<ArrowBack />}
        sx={{ ml: -1.5 }}
        // The first entry of the history has no predecessor, so Back leads to the list.
        onClick={() => void (backToList || key === 'default' ? navigate(list) : navigate(-1))}
      >
        Back
      </Button>
      <Breadcrumbs aria-label="Breadcrumb">
        <MuiLink component={Link} to={list}>
          Data Requests
        </MuiLink>
        {request && (
          <Typography variant="body2" color="textPrimary" aria-current={last ? undefined : 'page'}>
            {`${request.reference} (${request.tracking_id})`}
          </Typography>
        )}
        {last && (
          <Typography variant="body2" color="textPrimary" aria-current="page">
            {last}
          </Typography>
        )}
      </Breadcrumbs>
    </Box>
  );
}
