import type { ReactNode } from 'react';
import { LoadFailed } from '@/components/LoadFailed';
import { PageHeader } from '@/components/PageHeader';
import { RowsSkeleton } from '@/components/Skeletons';
import { BackButton } from './BackButton';

interface Props<Row> {
  /** What the screen is called until the record is here. */
  title: string;
  back: string;
  loaded: { data?: Row; error: Error | null; refetch: () => unknown };
  children: (record: Row) => ReactNode;
}

/** A screen about one record: what is shown until it is read, and where it cannot be. */
export function LoadedRecord<Row>({ title, back, loaded, children }: Props<Row>) {
  if (loaded.data !== undefined) return children(loaded.data);
  return (
    <>
      <PageHeader title={title} above={<BackButton to={back} />} />
      {loaded.error ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />
      ) : (
        <RowsSkeleton />
      )}
    </>
  );
}
