import { api, body } from '@/api/client';
import type { ListArgs } from '@/api/lists';
import type { DictionaryImport, ImportDetail, ImportPreview } from '@/api/models';
import { once } from '@/api/once';
import { get, getPage } from '@/api/query';
import { postWithProgress } from '@/api/upload';

const PATH = '/api/v1/data_dictionary/import';

/** The largest that both files may be together, in bytes. */
export const MAX_IMPORT_SIZE = 64 * 1024 * 1024;

/** How often an import that runs is looked at, in milliseconds. */
const LOOK_AGAIN = 1000;

export type ImportFormat = 'aditus' | 'omop' | 'redcap';

/** What is to be imported. */
export interface ImportFiles {
  source: string;
  format: ImportFormat;
  /** Nothing where the format has no such file. */
  tables: File | null;
  variables: File;
  /** Columns that the format does not know are left aside; otherwise the files are refused. */
  leaveUnknown: boolean;
  /** A data source that the import adds is published. */
  publish: boolean;
}

/** A call whose files are on their way: the share that was sent, from 0 to 1. */
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

/** What the import would do. Nothing is changed. */
export async function preview(files: ImportFiles, { onProgress, signal }: Sending) {
  const form = formOf(files, true);
  const answer = await postWithProgress<{ data: ImportPreview }>(PATH, form, onProgress, signal);
  return answer.data;
}

const described = (file: File | null) => file && [file.name, file.size, file.lastModified];

/** Begins the import, once however often it is sent. It goes on when its answer is here. */
export async function begin(files: ImportFiles, { onProgress, signal }: Sending) {
  const { source, format, tables, variables, leaveUnknown, publish } = files;
  const content = [
    ...[source, format, described(tables), described(variables)],
    ...[leaveUnknown, publish],
  ];
  const { data } = await once(PATH, content, (headers) =>
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

/** Asks an import to stop that has not begun to write. */
export async function cancelImport(id: number): Promise<DictionaryImport> {
  const params = { path: { id } };
  return body(await api.DELETE('/api/v1/data_dictionary/import/{id}', { params })).data;
}

/** Whether it still runs. */
export const isOpen = ({ ended_on }: Pick<DictionaryImport, 'ended_on'>): boolean => !ended_on;

export const importQueries = {
  /** All imports, the last one first; looked at again while one of those shown runs. */
  list: (args: ListArgs) => ({
    ...getPage(PATH, args, 'Error retrieving imports'),
    refetchInterval: ({ state }: { state: { data?: { rows: DictionaryImport[] } } }) =>
      state.data?.rows.some(isOpen) ? LOOK_AGAIN : (false as const),
  }),
  /** One import, looked at again while it runs. */
  detail: (id: number) =>
    get(
      `${PATH}/{id}`,
      { path: { id } },
      { refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? LOOK_AGAIN : false) },
    ),
};
