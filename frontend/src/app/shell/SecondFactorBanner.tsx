import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink, useLocation } from 'react-router';
import { hasFactor, secondFactorQueries } from '@/features/accounts/secondFactor/queries';
import { formatDate } from '@/lib/dates';
import { serverNow } from '@/lib/serverTime';
import { accountPath } from '../paths';
import { Banner } from './Banner';

/** Days before the end of the period of grace in which the banner shows. */
const LAST_DAYS = 5;
const DAY = 24 * 60 * 60 * 1000;

/**
 * Reminds a person without a second factor in the last days before their role needs one. The page
 * to which it leads has its own notice.
 */
export function SecondFactorBanner() {
  const { pathname, search } = useLocation();
  const factor = useQuery(secondFactorQueries.own()).data;
  const from = factor && !hasFactor(factor) ? factor.required_from : undefined;
  const isSoon = from && new Date(from).getTime() - serverNow() <= LAST_DAYS * DAY;
  const page = accountPath('security');
  if (!isSoon || pathname + search === page) return null;
  return (
    <Banner label="Second factor">
      <span>Your role needs a second factor from {formatDate(from)} on.</span>
      <Link component={RouterLink} to={page} underline="always">
        Set up a second factor
      </Link>
    </Banner>
  );
}
