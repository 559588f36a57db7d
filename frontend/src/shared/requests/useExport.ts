import { messageOf, NetworkError } from '@/api/errors';
import { useAct } from '@/api/useAct';
import { toast } from '@/lib/toast';

/**
 * Downloads an export of a request. Details of an error are only logged; the toast shows the
 * general message (2 §8).
 */
export function useExport(download: () => Promise<void>) {
  return useAct({
    mutationFn: download,
    onError: (error) => {
      console.error('Error Downloading Data Requests', error);
      toast(messageOf(error instanceof NetworkError ? error : undefined), 'error');
    },
  });
}
