import type { ComponentType } from 'react';

/**
 * Maps each file of a page to its loader. The list is a chunk of its own, because it names the
 * files that each page loads and would add to the first load.
 */
export const pages = import.meta.glob<{ default: ComponentType }>([
  '/src/app/*Page.tsx',
  '/src/features/**/*Page.tsx',
]);
