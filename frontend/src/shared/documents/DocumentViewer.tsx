import { addressOfDocument } from '@/api/documents';
import { formatDate } from '@/lib/dates';
import { FileViewer } from '@/ui/FileViewer';
import type { FileViewerProps } from '@/ui/viewer/FileViewer';
import type { OpenedDocument } from './useOpenDocument';

interface Props extends Pick<FileViewerProps, 'neighbours' | 'beside' | 'onClose'> {
  opened: OpenedDocument;
}

/** Shows an uploaded document under its title, the reference of its request, and its day. */
export function DocumentViewer({ opened: { path, title, address }, ...viewer }: Props) {
  return (
    <FileViewer
      title={`${title} · ${address.reference} · ${formatDate(address.uploadedOn)}`}
      url={address.url}
      type={address.type}
      renew={() => addressOfDocument(path)}
      {...viewer}
    />
  );
}
