import { api, body } from '@/api/client';
import type { ListArgs } from '@/api/lists';
import type { DictionaryImport, ImportDetail, ImportPreview } from '@/api/models';
import { withIdempotencyKey } from '@/api/idempotencyKey';
import { get, getPage } from '@/api/query';
import { postWithProgress } from '@/api/upload';

const PATH = '/api/v1/data_dictionary/import';

/** The maximum size of both files together, in bytes. */
export const MAX_IMPORT_SIZE = 64 * 1024 * 1024;

/** The polling interval of a running import, in milliseconds. */
const POLL_INTERVAL = 1000;

export type ImportFormat = 'aditus' | 'omop' | 'redcap';

export interface ImportFiles {
  source: string;
  format: ImportFormat;
  /** The file of tables; null if the format has none. */
  tables: File | null;
  variables: File;
  /**
   * True to ignore columns that the format does not define. Otherwise the server refuses the files.
   */
  leaveUnknown: boolean;
  /** True to publish a data source that the import adds. */
  publish: boolean;
}

/** Options of a call with files. `onProgress` gets the uploaded share, from 0 to 1. */
export interface Sending {
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

function formOf(files: ImportFiles, dryRun: boolean): FormData {
  const { source, format, tables, variables, leaveUnknown, publish } = files;
  const form = new FormData();
  form.append('source', source);
  form.append('format', format);
  form.append('dry_run', String(dryRun));
  form.append('leave_unknown', String(leaveUnknown));
  form.append('publish', String(publish));
  if (tables) form.append('tables', tables);
  form.append('variables', variables);
  return form;
}

/** Returns the changes that the import would make, without making them (dry run). */
export async function preview(files: ImportFiles, { onProgress, signal }: Sending) {
  const form = formOf(files, true);
  const answer = await postWithProgress<{ data: ImportPreview }>(PATH, form, onProgress, signal);
  return answer.data;
}

const described = (file: File | null) => file && [file.name, file.size, file.lastModified];

/**
 * Starts an import. Sending it again after a lost connection starts no second one, thanks to the
 * idempotency key. The import continues after the call returns.
 */
export async function startImport(files: ImportFiles, { onProgress, signal }: Sending) {
  const { source, format, tables, variables, leaveUnknown, publish } = files;
  const content = [
    ...[source, format, described(tables), described(variables)],
    ...[leaveUnknown, publish],
  ];
  const { data } = await withIdempotencyKey(PATH, content, (headers) =>
    postWithProgress<{ data: ImportDetail }>(
      PATH,
      formOf(files, false),
      onProgress,
      signal,
      headers,
    ),
  );
  return data;
}

/** Asks the server to cancel an import, which is possible until it starts to write. */
export async function cancelImport(id: number): Promise<DictionaryImport> {
  const params = { path: { id } };
  return body(await api.DELETE('/api/v1/data_dictionary/import/{id}', { params })).data;
}

/** Returns true while the import runs. */
export const isOpen = ({ ended_on }: Pick<DictionaryImport, 'ended_on'>): boolean => !ended_on;

export const importQueries = {
  /** All imports, newest first. Polls while one of those shown runs. */
  list: (args: ListArgs) => ({
    ...getPage(PATH, args, 'Error retrieving imports'),
    refetchInterval: ({ state }: { state: { data?: { rows: DictionaryImport[] } } }) =>
      state.data?.rows.some(isOpen) ? POLL_INTERVAL : (false as const),
  }),
  /** One import. Polls while it runs. */
  detail: (id: number) =>
    get(
      `${PATH}/{id}`,
      { path: { id } },
      {
        refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? POLL_INTERVAL : false),
      },
    ),
};
