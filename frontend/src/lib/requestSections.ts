import type { DataRequest, StateComment } from '@/api/models';

/** The API's names of the sections that can be commented on (2 §2; decisions, "Requests"). */
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

/** Returns the section with this name, or undefined if this client does not know it. */
export const sectionNamed = (name: string): SectionKey | undefined =>
  keys.find((key) => sections[key] === name);

/** Returns the sections of a request, in the server's order. */
export function sectionsOf({ acting }: Pick<DataRequest, 'acting'>): SectionKey[] {
  return acting.demand_action.flatMap(({ section }) => sectionNamed(section) ?? []);
}

export function commentsOn(
  comments: readonly StateComment[],
  ...about: readonly SectionKey[]
): StateComment[] {
  const names = about.map((key): string => sections[key]);
  return comments.filter(({ section }) => names.includes(section));
}

/** True if the comment blocks decisions until the requester acts or its time runs out. */
export function isUrgent({ blocks_until }: StateComment): boolean {
  return Boolean(blocks_until);
}

/**
 * True if the comment required action, was not resolved in time, and no longer blocks decisions.
 */
export function hasRunOut({ action_required, resolved, blocks_until }: StateComment): boolean {
  return action_required && !resolved && !blocks_until;
}
