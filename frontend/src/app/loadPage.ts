import type { ComponentType } from 'react';
import type { Screen } from './routes';

/**
 * Loads the page of a screen. The landing page is part of the first load, so it does not wait for
 * the chunk that lists all pages.
 */
export async function loadPage({ module }: Screen): Promise<{ default: ComponentType }> {
  if (module === 'features/information/LandingPage') {
    return import('@/features/information/LandingPage');
  }
  const { pages } = await import('./pages');
  const load = pages[`/src/${module}.tsx`];
  if (!load) throw new Error(`There is no page in src/${module}.tsx`);
  return load();
}
