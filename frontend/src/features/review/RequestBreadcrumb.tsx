import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link, useLocation, useNavigate } from 'react-router';
import { useRole } from '@/api/session';
import { paths } from '@/app/paths';

interface Props {
  /** DAC00 and the id; undefined while the request loads. */
  reference?: string;
  /** The last entry, such as "Track". */
  last?: string;
  /** True if Back always leads to the list. */
  backToList?: boolean;
}

/** "Data Requests / DAC00…", and Back, which returns to the previous page. */
export function RequestBreadcrumb({ reference, last, backToList = false }: Props) {
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
        {reference && (
          <Typography variant="body2" color="textPrimary" aria-current={last ? undefined : 'page'}>
            {reference}
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
