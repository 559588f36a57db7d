import Link from '@mui/material/Link';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { linkTo, stepsOf } from '@/features/review/setupSteps';
import { reviewQueries } from '@/features/review/queries';
import { paths } from '../paths';
import { Banner } from './Banner';

/**
 * Leads from a page of the setup to the next step and back to the checklist, until Data Requests
 * can be made.
 */
export default function SetupBanner() {
  const { pathname } = useLocation();
  const { data, refetch } = useQuery(reviewQueries.firstRequest());
  const acts = useIsMutating();
  // Every change may complete a step.
  useEffect(() => {
    if (acts === 0) void refetch({ cancelRefetch: false });
  }, [acts, pathname, refetch]);
  if (!data) return null;
  const steps = stepsOf(data);
  const place = steps.findIndex(({ done }) => !done);
  const next = steps[place];
  const [item] = next?.missing ?? [];
  const isHere = item?.page.split('?')[0] === pathname;
  return (
    <Banner label="Setup">
      <span>
        {next
          ? `Setup, step ${place + 1} of ${steps.length}: ${next.title}.`
          : 'The setup is finished. Data Requests can be made now.'}
      </span>
      {item && !isHere && (
        <Link component={RouterLink} to={item.page} underline="always">
          {linkTo(item)}
        </Link>
      )}
      <Link component={RouterLink} to={paths.superUserHome} underline="always">
        {next ? 'Back to the checklist' : 'See what to do next'}
      </Link>
    </Banner>
  );
}
