import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { MissingForFirstRequest } from '@/api/models';
import { paths } from '@/app/paths';
import { LoadFailed } from '@/ui/LoadFailed';
import { cardSx, visuallyHidden } from '@/ui/looks';
import { PlainList } from '@/ui/PlainList';
import { setup } from '@/lib/setup';
import { reviewQueries } from './queries';
import { linkTo, stepsOf, type SetupStep } from './setupSteps';

/**
 * The steps that an installation needs before its first request. Once all are done, it says so and
 * links to next steps (decisions RD1).
 */
export function SetupChecklist() {
  const { data, error, refetch } = useQuery(reviewQueries.firstRequest());
  const isMissing = data && data.length > 0;
  useEffect(() => {
    if (isMissing) setup.begin();
  }, [isMissing]);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (!isMissing) return <Ready />;
  const steps = stepsOf(data);
  const done = steps.filter((step) => step.done).length;
  const lacksPeople = data.some(({ kind }) => kind === 'assigned_role');
  return (
    <Box component="section" aria-labelledby="first-request" sx={{ ...cardSx, mb: 4 }}>
      <Typography variant="h2" id="first-request">
        Before Data Requests can be made
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {done} of {steps.length} steps are done. Complete the others in this order.
      </Typography>
      <PlainList
        component="ol"
        aria-labelledby="first-request"
        sx={{ display: 'grid', gap: 1.5, overflowWrap: 'anywhere' }}
      >
        {steps.map((step) => (
          <Step key={step.title} step={step} />
        ))}
      </PlainList>
      {lacksPeople && (
        <Typography variant="body2" sx={{ mt: 2 }}>
          People first choose Sign Up on the{' '}
          <Link component={RouterLink} to={paths.home} underline="always">
            landing page
          </Link>
          , give the organisation named above, and request the role. Then appoint an Admin of the
          organisation, who grants its roles. Until it has an Admin, you grant them: you get an
          email, and the request appears here.
        </Typography>
      )}
    </Box>
  );
}

function Step({ step: { title, missing, done } }: { step: SetupStep }) {
  const [first, ...others] = missing;
  const Icon = done ? CheckCircle : RadioButtonUnchecked;
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.5 }}>
      <Icon
        fontSize="small"
        aria-hidden
        sx={{ mt: 0.25, color: done ? 'success.main' : 'text.secondary' }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }} color={done ? 'textSecondary' : undefined}>
          {title}
          {done && (
            <Box component="span" sx={visuallyHidden}>
              : done
            </Box>
          )}
        </Typography>
        {first && others.length === 0 && <Missing item={first} />}
        {others.length > 0 && (
          <Box
            component="ul"
            aria-label={title}
            sx={{ m: 0, mt: 0.5, pl: 2.5, display: 'grid', gap: 0.5 }}
          >
            {missing.map((item) => (
              <li key={item.message}>
                <Missing item={item} />
              </li>
            ))}
          </Box>
        )}
      </Box>
    </Box>
  );
}

function Missing({ item }: { item: MissingForFirstRequest }) {
  return (
    <Typography variant="body2">
      {item.message}{' '}
      <Link component={RouterLink} to={item.page} underline="always">
        {linkTo(item)}
      </Link>
    </Typography>
  );
}

/** Announces that the setup is complete, in the browser that showed the steps. */
function Ready() {
  const [isShown, setShown] = useState(setup.isShown);
  useEffect(() => {
    if (isShown) setup.finish();
  }, [isShown]);
  if (!isShown) return null;
  const close = () => {
    setup.close();
    setShown(false);
  };
  return (
    <Alert severity="success" role="status" onClose={close} sx={{ mb: 4 }}>
      <AlertTitle>Data Requests can be made now</AlertTitle>
      Everything is set up. You can{' '}
      <Link component={RouterLink} to={paths.superUserApprovalProcedure} underline="always">
        try the approval procedure
      </Link>{' '}
      before the first Data Request arrives, look at{' '}
      <Link component={RouterLink} to={paths.dataSource} underline="always">
        the data dictionary as guests see it
      </Link>
      , and tell researchers where to sign up.
    </Alert>
  );
}
