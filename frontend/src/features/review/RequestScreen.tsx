import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, type ReactNode } from 'react';
import { Link } from 'react-router';
import { earlyTitle } from '@/api/early';
import { isNotFound } from '@/api/errors';
import { useRole, useSession } from '@/api/session';
import type { DataRequest } from '@/api/models';
import { paths } from '@/app/paths';
import { EmptyState } from '@/components/EmptyState';
import { LoadFailed } from '@/components/LoadFailed';
import { PageHeader } from '@/components/PageHeader';
import { requestQueries } from '@/components/requests/queries';
import { RequestBreadcrumb } from './RequestBreadcrumb';
import { useRequestId } from './useRequestId';

interface Props {
  /** The head of a page that is not called as its request is. */
  title?: string;
  /** The words where there is no such request. */
  missing?: string;
  children: (request: DataRequest) => ReactNode;
}

/** A screen of the request whose id is in the address: what it shows while loading, and when there is no such request. */
export function RequestScreen({
  title,
  missing: missingText = 'No Data requests found',
  children,
}: Props) {
  const requestId = useRequestId();
  const orgRoleId = useSession()?.role?.org_role_id;
  const list = useRole() === 'Super User' ? paths.superUserHome : paths.dataRequests;
  const { data, error, refetch } = useQuery({
    ...requestQueries.detail(requestId ?? 0, orgRoleId),
    enabled: requestId !== undefined,
  });
  // A whole request is much to draw: in pieces, between which the page answers.
  const shown = useDeferredValue(data);
  if (data && shown) return children(shown);
  const missing = requestId === undefined || isNotFound(error);
  const isLoading = !missing && (!error || data !== undefined);
  const isNamed = isLoading && title === undefined;
  return (
    <>
      {/* As much room as a request's head takes, whose title may come before all else. */}
      <Box sx={{ minHeight: isNamed ? { xs: 256, md: 132 } : undefined }}>
        <PageHeader
          title={title ?? ((isNamed && earlyTitle(requestId)) || 'Data Request')}
          above={<RequestBreadcrumb />}
        />
      </Box>
      {missing && (
        <EmptyState
          message={missingText}
          hint="The link names no request that you may see. Choose one from the list."
          action={
            <Button component={Link} to={list} variant="contained">
              Data Requests
            </Button>
          }
        />
      )}
      {!missing && error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {isLoading && (
        <Box role="status" aria-busy="true" aria-label="Loading" sx={{ display: 'grid', gap: 1.5 }}>
          <Skeleton variant="rounded" height={220} />
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} variant="rounded" height={52} />
          ))}
        </Box>
      )}
    </>
  );
}
