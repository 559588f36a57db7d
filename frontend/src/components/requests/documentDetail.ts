import type { RequestDocument } from '@/api/models';
import { formatDate } from '@/lib/dates';
import { fileSize } from '@/lib/numbers';

/** "“Protocol.pdf”, 1.2 MB, 05 March 2026": tells a document from others of its kind, and names a protection against changes. */
export const documentDetail = ({
  name,
  size,
  uploaded_on,
  is_protected,
}: Pick<RequestDocument, 'name' | 'size' | 'uploaded_on' | 'is_protected'>): string =>
  (name ? `“${name}”, ` : '') +
  `${fileSize(size)}, ${formatDate(uploaded_on)}` +
  (is_protected ? ', protected against changes by its author' : '');

/** The same of the document at this path, where the request has it. */
export function detailAt(
  { documents }: { documents: readonly RequestDocument[] },
  path: string,
): string | undefined {
  const found = documents.find((document) => document.path === path);
  return found && documentDetail(found);
}
