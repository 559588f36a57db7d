import { api, body } from '@/api/client';
import { listQuery, type ListArgs } from '@/api/lists';
import type { PlaceRecord } from '@/api/models';
import { pageOptions, recordOptions } from '@/api/recordQueries';
import type { EntryKind } from './entryKinds';

const FACILITIES = '/api/v1/reference_data/facilities';

/** Where in the tree a place stands, from the top. */
export const levels = ['Region', 'District', 'Facility'] as const;
export type Level = (typeof levels)[number];

export const isLevel = (text: string | null | undefined): text is Level =>
  levels.some((level) => level === text);

/** The level of what a place stands in. */
export const above = (level: Level): Level | undefined => levels[levels.indexOf(level) - 1];

/** Which places are wanted. */
export interface PlacesWanted {
  level?: Level;
  /** Those that stand in this place only. */
  within?: number;
}

/** What a Super User reads of reference data (RD1). */
export const referenceQueries = {
  entries: (kind: EntryKind, args: ListArgs) =>
    pageOptions(
      ['reference', 'list', kind.key, args],
      `Error retrieving ${kind.title.toLowerCase()}`,
      (signal) => kind.page(args, signal),
    ),
  entry: (kind: EntryKind, id: number) =>
    recordOptions(['reference', 'detail', kind.key, id], (signal) => kind.one(id, signal)),
  places: ({ level, within }: PlacesWanted, args: ListArgs) =>
    pageOptions<PlaceRecord>(
      ['reference', 'list', 'facilities', { level, within }, args],
      'Error retrieving facilities',
      async (signal) => {
        const query = { level, parent_id: within, ...listQuery<typeof FACILITIES>(args) };
        return body(await api.GET(FACILITIES, { params: { query }, signal }));
      },
    ),
  place: (id: number) =>
    recordOptions<PlaceRecord>(['reference', 'detail', 'facilities', id], async (signal) =>
      body(await api.GET(`${FACILITIES}/{id}`, { params: { path: { id } }, signal })),
    ),
};
