import { api, body } from './client';
import { NetworkError } from './errors';
import type { EntriesQuery } from './models';

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoked one task later, because the browser starts to read the file after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Downloads a text that this page has made. */
export const saveText = (text: string, name: string): void =>
  save(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);

/** Returns the name in a content-disposition header. Its extended form takes precedence. */
function fileNameOf(header: string | null): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (extended) return decodeURIComponent(extended);
  return /filename="?([^";]+)"?/i.exec(header ?? '')?.[1];
}

/** Saves the file of a response, under the name in its header or else under `name`. */
async function saveResponse(call: Promise<{ data?: unknown; response: Response }>, name: string) {
  const { data, response } = await call;
  if (!(data instanceof Blob)) throw new NetworkError('The answer is no file');
  save(data, fileNameOf(response.headers.get('content-disposition')) ?? name);
}

/** Downloads a request as PDF (2 §7). */
export function downloadRequest(requestId: number): Promise<void> {
  return saveResponse(
    api.GET('/api/v1/data_requests/download-request/{request_id}', {
      params: { path: { request_id: requestId } },
      parseAs: 'blob',
    }),
    `request-${requestId}.pdf`,
  );
}

export function downloadLetter(requestId: number): Promise<void> {
  return saveResponse(
    api.GET('/api/v1/data_requests/{request_id}/letter/download', {
      params: { path: { request_id: requestId } },
      parseAs: 'blob',
    }),
    `request-${requestId}_approval_letter.pdf`,
  );
}

/** Downloads the evidence of an audit entry, which anyone can verify (decisions P4). */
export function downloadEvidence(entryId: number): Promise<void> {
  return saveResponse(
    api.GET('/api/v1/audit/entries/{entry_id}/evidence', {
      params: { path: { entry_id: entryId } },
      parseAs: 'blob',
    }),
    `entry-${entryId}.evidence.json`,
  );
}

/** Downloads the requested variables as CSV (2 §7). */
export function downloadVariables(requestId: number): Promise<void> {
  return saveResponse(
    api.GET('/api/v1/data_requests/export-variables/{request_id}', {
      params: { path: { request_id: requestId } },
      parseAs: 'blob',
    }),
    `request-${requestId}_requested_variables.csv`,
  );
}

/**
 * Downloads the facilities with their districts and regions as CSV, in the form that can be
 * imported.
 */
export function downloadFacilities(): Promise<void> {
  return saveResponse(
    api.GET('/api/v1/reference_data/facilities/file', { parseAs: 'blob' }),
    'facilities.csv',
  );
}

/**
 * Downloads the data quality of the chosen tables of a source as CSV, or of all if none is chosen.
 */
export function downloadDataQuality(dataSourceId: number, tables: string): Promise<void> {
  return saveResponse(
    api.GET('/api/v1/data_dictionary/data_quality/export', {
      params: { query: { data_source: dataSourceId, tables: tables || undefined } },
      parseAs: 'blob',
    }),
    `source-${dataSourceId}_data_quality.csv`,
  );
}

/** Downloads the changes from one version of a data source to another as CSV. */
export function downloadVersionChanges(newer: number, older: number): Promise<void> {
  return saveResponse(
    api.GET('/api/v1/data_dictionary/version/{id}/compare/export', {
      params: { path: { id: newer }, query: { with: older } },
      parseAs: 'blob',
    }),
    `changes_${older}_to_${newer}.csv`,
  );
}

/** Downloads the filtered entries of the audit log as CSV (decisions P6). */
export function downloadAuditLog(filter: Omit<EntriesQuery, 'before' | 'after' | 'page_size'>) {
  return saveResponse(
    api.GET('/api/v1/audit/entries/csv', { params: { query: filter }, parseAs: 'blob' }),
    'record_of_acts.csv',
  );
}

/** Downloads a procedure as a file, for another installation or as a backup (decisions G2). */
export function downloadProcedure(id: number): Promise<void> {
  return saveResponse(
    api.GET('/api/v1/data_requests/approval_procedures/{id}/export', {
      params: { path: { id } },
      parseAs: 'blob',
    }),
    `procedure-${id}.procedure.json`,
  );
}

/**
 * The address of an uploaded document, valid for five minutes, and its description (decisions F2).
 */
export interface DocumentAddress {
  url: string;
  type: string;
  /** The request's identifier as the reader knows it. */
  reference: string;
  uploadedOn: string;
}

export async function addressOfDocument(path: string): Promise<DocumentAddress> {
  const { data } = body(
    await api.GET('/api/v1/data_requests/file_access/{path}', { params: { path: { path } } }),
  );
  return {
    url: data.url,
    type: data.file_type,
    reference: data.reference,
    uploadedOn: data.uploaded_on,
  };
}
