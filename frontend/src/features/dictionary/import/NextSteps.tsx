import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SourceRecord } from '@/api/models';
import { paths } from '@/app/paths';
import { cardSx, visuallyHidden } from '@/ui/looks';
import { PlainList } from '@/ui/PlainList';
import { recordQueries } from '../administration/queries';

/** The steps that a data source needs after an import, before it can be requested. */
export function NextSteps({ id }: { id: number }) {
  const { data: source } = useQuery(recordQueries.source(id));
  return source && <Checklist source={source} />;
}

function Checklist({ source }: { source: SourceRecord }) {
  const { data_source_id: id, source: name, publish } = source;
  const named = { search: name, sort: '', page: 1, pageSize: 50 };
  const custodians = useQuery(recordQueries.custodians(named)).data;
  const versions = useQuery(recordQueries.versions(named)).data;
  if (!custodians || !versions) return null;
  const tab = (query: string) => `${paths.superUserDataDictionary}?${query}of=${id}`;
  const steps = [
    {
      to: tab('tab=custodians&'),
      action: 'Add a data custodian',
      why: 'Without one, the provider organisation decides on its requests.',
      done: custodians.rows.some(({ data_source }) => data_source === id),
    },
    {
      to: tab('tab=versions&'),
      action: 'Commit a version',
      why: 'It keeps a copy of the dictionary, so that you can compare later changes with it.',
      done: versions.rows.some(({ data_source }) => data_source === id),
    },
    {
      to: tab(''),
      action: 'Publish it',
      why: publish
        ? 'Everyone sees it in the data dictionary.'
        : 'Until then, only Super Users see it.',
      done: publish,
    },
  ];
  const next = steps.find(({ done }) => !done);
  return (
    <Box component="section" aria-labelledby="import-next" sx={{ ...cardSx, mb: 3 }}>
      <Typography variant="h2" id="import-next" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
        {next ? `Next steps for ${name}` : `${name} is ready for requests`}
      </Typography>
      <PlainList component="ol" aria-labelledby="import-next" sx={{ display: 'grid', gap: 1.5 }}>
        {steps.map((step) => (
          <Step key={step.action} {...step} isNext={step === next} />
        ))}
      </PlainList>
    </Box>
  );
}

interface StepProps {
  to: string;
  action: string;
  why: string;
  done: boolean;
  isNext: boolean;
}

function Step({ to, action, why, done, isNext }: StepProps) {
  const Icon = done ? CheckCircle : RadioButtonUnchecked;
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <Icon fontSize="small" aria-hidden sx={{ color: done ? 'success.main' : 'text.secondary' }} />
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        {done && (
          <Typography sx={{ fontWeight: 600 }} color="textSecondary">
            {action}
            <Box component="span" sx={visuallyHidden}>
              : done
            </Box>
          </Typography>
        )}
        <Typography variant="body2" color="textSecondary">
          {why}
        </Typography>
      </Box>
      {!done && (
        <Button component={Link} to={to} variant={isNext ? 'contained' : 'outlined'}>
          {action}
        </Button>
      )}
    </Box>
  );
}
