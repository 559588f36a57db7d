import { useSearchParams } from 'react-router';
import type { SectionKey } from '@/lib/requestSections';

/** The element that holds the tabs and what stands on them. */
export const PARTS = 'request-parts';

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

/** The tab that the address names, and a way to show another one. */
export function useTab(): [TabKey, (key: TabKey) => void] {
  const [params, setParams] = useSearchParams();
  const shown = tabs.find(({ key }) => key === params.get('tab'))?.key ?? 'preview';
  const show = (key: TabKey) =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous);
        if (key === 'preview') next.delete('tab');
        else next.set('tab', key);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [shown, show];
}
