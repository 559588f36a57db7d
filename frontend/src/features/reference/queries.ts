import type { ListArgs } from '@/api/lists';
import { get, getPage } from '@/api/query';
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
  entries: (kind: EntryKind, args: ListArgs) => kind.page(args),
  entry: (kind: EntryKind, id: number) => kind.one(id),
  places: ({ level, within }: PlacesWanted, args: ListArgs) =>
    getPage(FACILITIES, args, 'Error retrieving facilities', { level, parent_id: within }),
  place: (id: number) => get(`${FACILITIES}/{id}`, { path: { id } }),
};
