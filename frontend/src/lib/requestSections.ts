import type { DataRequest, StateComment } from '@/api/models';

/** The names of the sections that can be commented on, as the API has them (2 §2; decisions, "Requests"). */
export const sections = {
  principal: 'Principal investigator / Organization Key Contact Person Details',
  chain: 'Review and Approval Chain',
  ethics: 'Is approval letter by the Ethics Committee attached?',
  agreement: 'Is Data Sharing Agreement Attached?',
  dataFormat: 'Data format requested',
  dataSource: 'Specify data source (HIS sub-system in question)',
  specification: 'Has the Data Specification Form been filed?',
  devices: 'Has the List of Devices Form been filed?',
  staff: 'Has the List of Staff Form been filed?',
} as const;

export type SectionKey = keyof typeof sections;

const keys = Object.keys(sections) as SectionKey[];

/** The section of this name; none where it is not known here. */
export const sectionNamed = (name: string): SectionKey | undefined =>
  keys.find((key) => sections[key] === name);

/** The sections of a request, in the order in which the server has them. */
export function sectionsOf({ acting }: Pick<DataRequest, 'acting'>): SectionKey[] {
  return acting.demand_action.flatMap(({ section }) => sectionNamed(section) ?? []);
}

/** The comments on these sections, in the order in which the server sends them. */
export function commentsOn(
  comments: readonly StateComment[],
  ...about: readonly SectionKey[]
): StateComment[] {
  const names = about.map((key): string => sections[key]);
  return comments.filter(({ section }) => names.includes(section));
}

/** A comment that keeps everybody from deciding until the requester acts, or until it has run out. */
export function isUrgent({ blocks_until }: StateComment): boolean {
  return Boolean(blocks_until);
}

/** A comment that demanded action, was never resolved, and has run out. */
export function hasRunOut({ action_required, resolved, blocks_until }: StateComment): boolean {
  return action_required && !resolved && !blocks_until;
}
