import type { DataRequest, RequestDocument } from '@/api/models';
import type { ListedDocument } from '@/shared/documents/documentDesk';
import { identificationTitle } from '@/shared/requests/columns';

/** Returns the stored documents of a request, without the identification documents of its staff. */
export function documentsOf(request: DataRequest): RequestDocument[] {
  const ofStaff = request.list_of_staff.map((member) => member.identification_file_path);
  return request.documents.filter(({ path, gone }) => !gone && !ofStaff.includes(path));
}

/** Returns all stored documents of a request, those of its staff last. */
export function allDocumentsOf(request: DataRequest): ListedDocument[] {
  const gone = request.documents.filter((document) => document.gone).map(({ path }) => path);
  const ofStaff = request.list_of_staff.flatMap((member) => {
    const path = member.identification_file_path;
    return path && !gone.includes(path) ? { path, title: identificationTitle(member) } : [];
  });
  return [...documentsOf(request), ...ofStaff];
}
