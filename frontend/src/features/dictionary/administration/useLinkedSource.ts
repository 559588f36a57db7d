import { useQuery } from '@tanstack/react-query';
import type { SourceRecord } from '@/api/models';
import { recordId } from '@/lib/recordId';
import { useParamsChange } from '@/lib/useParamsChange';
import { recordQueries } from './queries';
import type { ChosenSource } from './SourceChoice';

/** The data source of a link, and the props that open the dialog of its tab. */
interface LinkedSource {
  record?: SourceRecord;
  chosen?: ChosenSource;
  list: { adding: boolean; onAdded: () => void };
}

/**
 * Reads the data source that the address names by `of`. Its tab opens the dialog for it: to edit
 * it, or to add its custodian or version.
 */
export function useLinkedSource(): LinkedSource {
  const [params, change] = useParamsChange();
  const id = recordId(params.get('of'));
  const { data } = useQuery({ ...recordQueries.source(id ?? 0), enabled: id !== undefined });
  const record = id === undefined ? undefined : data;
  return {
    record,
    chosen: record && { id: record.data_source_id, name: record.source },
    list: {
      adding: record !== undefined,
      onAdded: () => change((others) => others.delete('of'), { replace: true }),
    },
  };
}
