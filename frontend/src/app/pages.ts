import type { ComponentType } from 'react';

/**
 * The pages of all screens by their files. They are a chunk of their own, because the list of what each page consists of would
 * weigh on the first load.
 */
export const pages = import.meta.glob<{ default: ComponentType }>([
  '/src/app/*Page.tsx',
  '/src/features/**/*Page.tsx',
]);
