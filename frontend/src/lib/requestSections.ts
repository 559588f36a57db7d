import type { StateComment } from '@/api/models';

/** The sections of a request that can be commented on, in the order of the page (2 §2; decisions, "Requests"). */
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
export const sectionKeys = Object.keys(sections) as SectionKey[];

/** Nobody may demand action on the Data Specification Form (decisions C9). */
export const mayDemandAction = (section: SectionKey): boolean => section !== 'specification';

/** The comments on these sections, in the order in which the server sends them. */
export function commentsOn(
  comments: readonly StateComment[],
  ...about: readonly SectionKey[]
): StateComment[] {
  const names = about.map((key): string => sections[key]);
  return comments.filter(({ section }) => names.includes(section));
}

/** A comment that the requester has to act upon. */
export function isOpenDemand({ action_required, resolved }: StateComment): boolean {
  return action_required && !resolved;
}
