import { useQuery } from '@tanstack/react-query';
import { lazyDialog } from '@/lib/lazyPart';
import { recordId } from '@/lib/recordId';
import { useParamsChange } from '@/lib/useParamsChange';
import { recordQueries } from './queries';

const CustodianDialog = lazyDialog(() => import('./CustodianDialog'), 'CustodianDialog');
const SourceDialog = lazyDialog(() => import('./SourceDialog'), 'SourceDialog');
const VersionDialog = lazyDialog(() => import('./VersionDialog'), 'VersionDialog');

/**
 * Opens the dialog of a tab for the data source that the address names by `of`: to edit it, or to
 * add its custodian or version.
 */
export function LinkedDialog({ tab }: { tab: string }) {
  const [params, change] = useParamsChange();
  const id = recordId(params.get('of'));
  const { data } = useQuery({ ...recordQueries.source(id ?? 0), enabled: id !== undefined });
  if (id === undefined || !data) return null;
  const source = { id, name: data.source };
  const onClose = () => change((others) => others.delete('of'), { replace: true });
  if (tab === 'sources') return <SourceDialog source={data} onClose={onClose} />;
  if (tab === 'custodians') return <CustodianDialog source={source} onClose={onClose} />;
  return tab === 'versions' && <VersionDialog source={source} onClose={onClose} />;
}
