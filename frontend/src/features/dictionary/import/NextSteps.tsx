import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { paths } from '@/app/paths';
import { recordQueries } from '../administration/queries';

const tab = (name: string) => `${paths.superUserDataDictionary}?tab=${name}`;

/** Lists the steps that a data source needs after an import, before it can be requested. */
export function NextSteps({ id }: { id: number }) {
  const { data: source } = useQuery(recordQueries.source(id));
  if (!source) return null;
  const steps = [
    {
      to: tab('custodians'),
      name: 'Assign a data custodian',
      why: 'Without a data custodian, the provider organisation decides on its requests.',
    },
    {
      to: tab('versions'),
      name: 'Commit a version',
      why: 'It keeps a copy of the dictionary, so that you can compare later changes with it.',
    },
    ...(source.publish
      ? []
      : [
          {
            to: paths.superUserDataDictionary,
            name: 'Publish it',
            why: 'Until then only Super Users see it. Edit the data source and choose Publish.',
          },
        ]),
  ];
  return (
    <Alert severity="info" sx={{ mb: 3 }}>
      <AlertTitle id="import-next">Next steps for {source.source}</AlertTitle>
      <Box component="ol" aria-labelledby="import-next" sx={{ m: 0, pl: 2.5 }}>
        {steps.map(({ to, name, why }) => (
          <li key={name}>
            <Link component={RouterLink} to={to} underline="always">
              {name}
            </Link>
            . {why}
          </li>
        ))}
      </Box>
    </Alert>
  );
}
