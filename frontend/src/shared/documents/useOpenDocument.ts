import { addressOfDocument, type DocumentAddress } from '@/api/documents';
import { useAct } from '@/api/useAct';
import { toast } from '@/lib/toast';
import { FileViewer } from '@/ui/FileViewer';
import type { ListedDocument } from './documentDesk';

export interface OpenedDocument extends ListedDocument {
  address: DocumentAddress;
}

/** Gets the address of a document and the code of the viewer. */
export function useOpenDocument() {
  return useAct({
    mutationFn: async (document: ListedDocument): Promise<OpenedDocument> => {
      const [address] = await Promise.all([addressOfDocument(document.path), FileViewer.preload()]);
      return { ...document, address };
    },
    onError: () => toast('Error accessing the file.', 'error'),
  });
}
