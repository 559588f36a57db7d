/** The sections that reviewers comment on, as the requester's screen calls them (2 §2; decisions, "Requests"). */
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

export type TabKey = 'preview' | 'devices-staff' | 'variables' | 'track';

/** The tabs of a submitted request with the sections that stand on each. */
export const tabs: readonly { key: TabKey; title: string; about: readonly SectionKey[] }[] = [
  {
    key: 'preview',
    title: 'Preview',
    about: ['principal', 'ethics', 'agreement', 'dataFormat', 'dataSource'],
  },
  { key: 'devices-staff', title: 'Devices & Staff', about: ['devices', 'staff'] },
  { key: 'variables', title: 'Variables', about: ['specification'] },
  { key: 'track', title: 'Track Request', about: ['chain'] },
];
