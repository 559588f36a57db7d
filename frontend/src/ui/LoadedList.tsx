import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useLastPage, type ListUrl } from '@/lib/useListUrl';
import { useLastCount } from './lastCount';
import { LoadFailed } from './LoadFailed';
import { RowsSkeleton } from './Skeletons';

export interface Loaded<Row> {
  data?: { rows: Row[]; total: number };
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface Props<Row> {
  list: Pick<ListUrl, 'page' | 'pageSize' | 'correctPage'>;
  loaded: Loaded<Row>;
  empty: ReactNode;
  /** Renders the placeholder. `rows` is the number of rows shown last, if it is known. */
  skeleton?: (rows: number | undefined) => ReactNode;
  /** Renders the rows of a page that has some. */
  children: (rows: readonly Row[], total: number) => ReactNode;
}

/** A server-side list in all its states: loading, failed, empty, past the end, and with rows. */
export function LoadedList<Row>(props: Props<Row>) {
  const { list, loaded, empty, children } = props;
  const { skeleton = (rows) => <RowsSkeleton count={rows} /> } = props;
  const { data, error, isPlaceholderData, refetch } = loaded;
  const { pastEnd } = useLastPage(list, isPlaceholderData ? undefined : data?.total);
  const lastCount = useLastCount(isPlaceholderData ? undefined : data?.rows.length);
  const failed = error && <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return failed ?? skeleton(lastCount);
  return (
    <>
      {failed && <Box sx={{ mb: 2 }}>{failed}</Box>}
      {data.rows.length > 0
        ? children(data.rows, data.total)
        : // `useLastPage` is redirecting to the last page.
          pastEnd
          ? skeleton(lastCount)
          : empty}
    </>
  );
}
