import type { ListArgs } from '@/api/lists';
import { get, getPage } from '@/api/query';
import type { EntryKind } from './entryKinds';

const FACILITIES = '/api/v1/reference_data/facilities';

/** The levels of places in the tree, from the top. */
export const levels = ['Region', 'District', 'Facility'] as const;
export type Level = (typeof levels)[number];

export const isLevel = (text: string | null | undefined): text is Level =>
  levels.some((level) => level === text);

/** Returns the level of a place's parent. */
export const parentLevel = (level: Level): Level | undefined => levels[levels.indexOf(level) - 1];

export interface PlaceFilter {
  level?: Level;
  /** Only places that are directly in this place. */
  within?: number;
}

/** The queries of reference data for Super Users (decisions RD1). */
export const referenceQueries = {
  entries: (kind: EntryKind, args: ListArgs) => kind.page(args),
  entry: (kind: EntryKind, id: number) => kind.one(id),
  places: ({ level, within }: PlaceFilter, args: ListArgs) =>
    getPage(FACILITIES, args, 'Error retrieving facilities', { level, parent_id: within }),
  place: (id: number) => get(`${FACILITIES}/{id}`, { path: { id } }),
};
