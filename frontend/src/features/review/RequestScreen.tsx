import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, type ReactNode } from 'react';
import { Link } from 'react-router';
import { prefetchedTitle } from '@/api/prefetched';
import { isNotFound } from '@/api/errors';
import { useRole, useSession } from '@/api/session';
import type { DataRequest } from '@/api/models';
import { paths } from '@/app/paths';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { RequestSkeleton } from '@/ui/Skeletons';
import { requestQueries } from '@/shared/requests/queries';
import { RequestBreadcrumb } from './RequestBreadcrumb';
import { useRequestId } from './useRequestId';

interface Props {
  /** The heading while loading, if it is not the title of the request. */
  title?: string;
  missing?: string;
  children: (request: DataRequest) => ReactNode;
}

/**
 * Loads the request of the address and renders it. Covers loading, errors and a missing request.
 */
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
  // A whole request is expensive to render. A deferred render can be interrupted, so the page
  // responds meanwhile.
  const deferred = useDeferredValue(data);
  if (data && deferred) return children(deferred);
  const missing = requestId === undefined || isNotFound(error);
  const isLoading = !missing && (!error || data !== undefined);
  const isNamed = isLoading && title === undefined;
  return (
    <>
      {/* Reserves the height of a request's header, because `inline-boot.js` may provide the title
          early. */}
      <Box sx={{ minHeight: isNamed ? { xs: 256, md: 132 } : undefined }}>
        <PageHeader
          title={title ?? ((isNamed && prefetchedTitle(requestId)) || 'Data Request')}
          above={<RequestBreadcrumb />}
        />
      </Box>
      {missing && (
        <EmptyState
          message={missingText}
          hint="The link does not lead to a request that you can see. Choose one from the list."
          action={
            <Button component={Link} to={list} variant="contained">
              Data Requests
            </Button>
          }
        />
      )}
      {!missing && error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {isLoading && <RequestSkeleton />}
    </>
  );
}
