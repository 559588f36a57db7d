import type { ReactNode } from 'react';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { RowsSkeleton } from '@/ui/Skeletons';
import { BackButton } from './BackButton';

interface Props<Row> {
  /** The title until the record is loaded. */
  title: string;
  back: string;
  loaded: { data?: Row; error: Error | null; refetch: () => unknown };
  children: (record: Row) => ReactNode;
}

/** Loads the record of a screen. Shows a skeleton meanwhile, and the error if loading fails. */
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
