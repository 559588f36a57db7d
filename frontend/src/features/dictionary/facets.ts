import { dataTypes } from '@/shared/dictionary/dataTypes';

/** The filters by the properties of a variable. Their names are those of the address and the API. */
export const FACETS = ['data_type', 'is_identifiable', 'derived', 'topic', 'year'] as const;

export type Facet = (typeof FACETS)[number];
export type Facets = Record<Facet, string>;

const isYear = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text);

export const FACET_VALUES = {
  data_type: dataTypes,
  is_identifiable: ['true', 'false'],
  derived: ['true', 'false'],
} as const;

const flagOf = (text: string): boolean | undefined => (text ? text === 'true' : undefined);

/** Returns the parameters of the API. Invalid ids and years are left out. */
export function facetQuery({ data_type, is_identifiable, derived, topic, year }: Facets) {
  return {
    data_type: dataTypes.find((type) => type === data_type),
    is_identifiable: flagOf(is_identifiable),
    derived: flagOf(derived),
    topic: /^\d{1,15}$/.test(topic) ? Number(topic) : undefined,
    year: isYear(year) ? Number(year) : undefined,
  };
}

/** Returns the facets that are set, to keep them in a link. */
export function setFacets(facets: Facets): Partial<Facets> {
  return Object.fromEntries(
    FACETS.filter((facet) => facets[facet]).map((facet) => [facet, facets[facet]]),
  );
}
