import type { RequestDocument } from '@/api/models';
import { formatDate } from '@/lib/dates';
import { fileSize } from '@/lib/numbers';

/**
 * "“Protocol.pdf”, 1.2 MB, 05 March 2026": distinguishes documents of the same kind, and mentions
 * if a document is protected against changes.
 */
export const documentDetail = ({
  name,
  size,
  uploaded_on,
  is_protected,
}: Pick<RequestDocument, 'name' | 'size' | 'uploaded_on' | 'is_protected'>): string =>
  (name ? `“${name}”, ` : '') +
  `${fileSize(size)}, ${formatDate(uploaded_on)}` +
  (is_protected ? ', protected against changes by its author' : '');

/** Returns the same text for the request's document with this path, if it has one. */
export function detailAt(
  { documents }: { documents: readonly RequestDocument[] },
  path: string,
): string | undefined {
  const found = documents.find((document) => document.path === path);
  return found && documentDetail(found);
}
