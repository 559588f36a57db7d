import { generatePath } from 'react-router';
import { paths } from '@/app/paths';

/** Where a dictionary is imported into the data source of this name. */
export const importPath = (source: string): string =>
  `${paths.superUserImports}?${new URLSearchParams({ source }).toString()}`;

/** Where an import is followed. */
export const importResultPath = (importId: number): string =>
  generatePath(paths.superUserImport, { import_id: String(importId) });
