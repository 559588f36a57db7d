import type { SectionKey } from '@/lib/requestSections';

export type TabKey = 'preview' | 'devices-staff' | 'variables' | 'track' | 'history';

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
  { key: 'history', title: 'History', about: [] },
];
