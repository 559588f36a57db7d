import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { DataRequest, RequestedDataset } from '@/api/models';
import { datasetPath, paths } from '@/app/paths';
import { Prose } from '@/ui/Prose';
import { cardSx } from '@/ui/looks';
import { EditButton } from '@/shared/requests/EditButton';
import { formatDate } from '@/lib/dates';
import { count } from '@/lib/numbers';
import { mayEdit } from '@/lib/requestEdits';

interface Props {
  request: DataRequest;
  dataset: RequestedDataset;
}

export function DatasetCard({ request, dataset }: Props) {
  const { rdataset_id, data_source, dataset_description, release_date, variables_count } = dataset;
  const name = `Dataset ${rdataset_id}`;
  const to = (path: Parameters<typeof datasetPath>[0]) =>
    datasetPath(path, request.request_id, rdataset_id);
  return (
    <Box component="li" sx={cardSx}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: 1.5 }}>
        <Box sx={{ flex: '1 1 280px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography variant="h3" component="h2">
            {name}: {data_source.source}
          </Typography>
          <Typography>
            <Prose>{dataset_description}</Prose>
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
            {count(variables_count, 'variable')}
            {' · '}
            {release_date ? `Released on ${formatDate(release_date)}` : 'Not released yet'}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <EditButton request={request} target={{ kind: 'dataset', row: dataset }} name={name} />
          <Button
            component={Link}
            to={to(paths.requesterViewVariables)}
            variant="outlined"
            aria-label={`View variables: ${name}`}
          >
            View variables
          </Button>
          {mayEdit(request, 'dataSource') && (
            <Button
              component={Link}
              to={to(paths.requesterAddVariables)}
              variant="outlined"
              aria-label={`Add variables: ${name}`}
            >
              Add variables
            </Button>
          )}
        </Box>
      </Box>
    </Box>
  );
}
