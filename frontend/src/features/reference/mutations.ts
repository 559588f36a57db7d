import { api, body } from '@/api/client';
import type { FacilitiesAdded, PlaceInput } from '@/api/models';
import { postWithProgress } from '@/api/upload';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';
import { useRemove, useSave } from '@/api/useSave';
import type { EntryInput, EntryKind } from './entryKinds';

const FACILITIES = '/api/v1/reference_data/facilities';
const pathOf = (id: number) => ({ params: { path: { id } } });

/** Adds an entry of this kind, or changes the one with this id. */
export const useSaveEntry = ({ path, add, change }: EntryKind, id?: number) =>
  useSave<EntryInput>(id, { path, add, change });

/** Deletes an entry to which no request refers. */
export const useRemoveEntry = (kind: EntryKind, id: number) => useRemove(() => kind.remove(id));

/** Adds a region, a district or a facility, or changes the one with this id. */
export const useSavePlace = (id?: number) =>
  useSave<PlaceInput>(id, {
    path: FACILITIES,
    add: async (input, headers) => body(await api.POST(FACILITIES, { headers, body: input })),
    change: async (place, input) =>
      body(await api.PUT(`${FACILITIES}/{id}`, { ...pathOf(place), body: input })),
  });

/** Deletes a place that holds no other and that no request names. */
export const useRemovePlace = (id: number) =>
  useRemove(() => api.DELETE(`${FACILITIES}/{id}`, pathOf(id)));

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

/** Tells what a file of facilities would add. */
export const useTryFacilities = () =>
  useAct({ mutationFn: (sent: Sent) => send('?dry_run=true', sent) });

/** Adds what a file of facilities names and the tree does not have. A file that is sent again adds nothing. */
export const useAddFacilities = () =>
  useAct({ mutationFn: (sent: Sent) => send('', sent), ...useRefresh() });
