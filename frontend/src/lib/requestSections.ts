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

/**
 * Returns the comments without the last days that no longer count: those of an earlier round, or of
 * a request whose review has ended.
 */
export function withoutEndedWindows(
  comments: readonly StateComment[],
  { round, status }: Pick<DataRequest, 'round' | 'status'>,
): StateComment[] {
  return comments.map((comment) =>
    status === 'Pending' && comment.round === round ? comment : { ...comment, answer_by: null },
  );
}

/** True if the request is recalled unless the requester answers the comment (decisions N4). */
export function hasOpenWindow({ answer_by, answered, resolved }: StateComment): boolean {
  return Boolean(answer_by) && !answered && !resolved;
}

/** True if the comment blocks decisions for now, or has to be answered by a last day. */
export function isUrgent(comment: StateComment): boolean {
  return Boolean(comment.blocks_until) || hasOpenWindow(comment);
}

/** True if the comment required action, was not answered in time, and no longer presses. */
export function hasRunOut(comment: StateComment): boolean {
  const { action_required, answered, resolved } = comment;
  return action_required && !answered && !resolved && !isUrgent(comment);
}
