import type { SectionKey } from '@/lib/requestSections';
import { useParamsChange } from '@/lib/useParamsChange';

/** The id of the element that contains the tabs and their contents. */
export const PARTS = 'request-parts';

export type TabKey = 'preview' | 'devices-staff' | 'variables' | 'track' | 'history';

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

export function useTab(): [TabKey, (key: TabKey) => void] {
  const [params, change] = useParamsChange();
  const activeTab = tabs.find(({ key }) => key === params.get('tab'))?.key ?? 'preview';
  const show = (key: TabKey) =>
    change(
      (next) => {
        if (key === 'preview') next.delete('tab');
        else next.set('tab', key);
      },
      { replace: true, preventScrollReset: true },
    );
  return [activeTab, show];
}
