import { api, body } from '@/api/client';
import type { BegunDraft, DraftBody, DraftFile, StoredDraft } from '@/api/models';
import { withIdempotencyKey } from '@/api/idempotencyKey';
import { postWithProgress } from '@/api/upload';
import { objectUrlOf } from '@/lib/files';
import type { SelectedVariable } from '@/lib/variableSelection';

/** The calls about drafts (decisions D1 to D3). */

export async function readDraft(draftId: number): Promise<StoredDraft> {
  const params = { path: { id: draftId } };
  return body(await api.GET('/api/v1/data_requests/drafts/{id}', { params })).data;
}

export async function beginDraft(content: DraftBody): Promise<BegunDraft> {
  const path = '/api/v1/data_requests';
  return withIdempotencyKey(path, content, async (header) =>
    body(await api.POST(path, { params: { header }, body: content })),
  ).then(({ data }) => data);
}

/** Saves changes that are based on `version`, and returns the new version. */
export async function saveDraft(
  draftId: number,
  version: number,
  content: DraftBody,
): Promise<number> {
  const call = { params: { path: { id: draftId } }, body: { ...content, version } };
  return body(await api.PUT('/api/v1/data_requests/drafts/{id}', call)).data.version;
}

interface Upload {
  draftId: number;
  field: string;
  file: File;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Uploads a file. The server examines it at once. */
export async function uploadFile(upload: Upload): Promise<DraftFile> {
  const form = new FormData();
  form.append('field', upload.field);
  form.append('file', upload.file, upload.file.name);
  const path = `/api/v1/data_requests/drafts/${upload.draftId}/files`;
  const { onProgress, signal } = upload;
  return (await postWithProgress<{ data: DraftFile }>(path, form, onProgress, signal)).data;
}

export async function removeFile(draftId: number, fileId: number): Promise<void> {
  const params = { path: { id: draftId, file_id: fileId } };
  await api.DELETE('/api/v1/data_requests/drafts/{id}/files/{file_id}', { params });
}

/** Returns an object URL of the file. The caller revokes it. */
export async function addressOfFile(draftId: number, file: DraftFile): Promise<string> {
  const params = { path: { id: draftId, file_id: file.file_id } };
  const path = '/api/v1/data_requests/drafts/{id}/files/{file_id}';
  const { base64_content } = body(await api.GET(path, { params }));
  return objectUrlOf({ mime: file.mime, data: base64_content });
}

/**
 * Returns the draft's variables for display, and the version that contains them. Deleted variables
 * are left out.
 */
export async function variablesOf(
  draftId: number,
): Promise<{ version: number; variables: SelectedVariable[] }> {
  const path = '/api/v1/data_requests/drafts/{id}/variables';
  return body(await api.GET(path, { params: { path: { id: draftId } } })).data;
}
