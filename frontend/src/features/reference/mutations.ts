import { api } from '@/api/client';
import type { FacilitiesAdded, PlaceInput } from '@/api/models';
import { postWithProgress } from '@/api/upload';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';
import { saveCalls, useRemove, useSave } from '@/api/useSave';
import type { EntryKind } from './entryKinds';

const FACILITIES = '/api/v1/reference_data/facilities';

/** The calls to refresh: their responses contain entries or places. */
const PATHS = ['/api/v1/reference_data', '/api/v1/data_requests', '/api/v1/facilities'] as const;

/** Adds an entry of this kind, or changes the one with this id. */
export const useSaveEntry = ({ calls }: EntryKind, id?: number) => useSave(id, calls, ...PATHS);

/** Deletes an entry. The server refuses while a request refers to it. */
export const useRemoveEntry = (kind: EntryKind, id: number) =>
  useRemove(() => kind.remove(id), ...PATHS);

const placeCalls = saveCalls<PlaceInput>(FACILITIES, `${FACILITIES}/{id}`);

/** Adds a region, a district or a facility, or changes the one with this id. */
export const useSavePlace = (id?: number) => useSave(id, placeCalls, ...PATHS);

/** Deletes a place. The server refuses while it contains other places or a request refers to it. */
export const useRemovePlace = (id: number) =>
  useRemove(() => api.DELETE(`${FACILITIES}/{id}`, { params: { path: { id } } }), ...PATHS);

interface Sent {
  file: File;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

async function send(query: string, { file, onProgress, signal }: Sent): Promise<FacilitiesAdded> {
  const form = new FormData();
  form.set('file', file);
  const path = `${FACILITIES}/file${query}`;
  return (await postWithProgress<{ data: FacilitiesAdded }>(path, form, onProgress, signal)).data;
}

/** Returns what a file of facilities would add (dry run). */
export const useTryFacilities = () =>
  useAct({ mutationFn: (sent: Sent) => send('?dry_run=true', sent) });

/** Adds the facilities of a file that are missing. Sending a file again adds nothing. */
export const useAddFacilities = () =>
  useAct({ mutationFn: (sent: Sent) => send('', sent), ...useRefresh(...PATHS) });
