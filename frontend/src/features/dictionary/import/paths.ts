import { generatePath } from 'react-router';
import { paths } from '@/app/paths';

/** Returns the address of the import form for the data source with this name. */
export const importPath = (source: string): string =>
  `${paths.superUserImports}?${new URLSearchParams({ source }).toString()}`;

/** Returns the address of an import's progress and result. */
export const importResultPath = (importId: number): string =>
  generatePath(paths.superUserImport, { import_id: String(importId) });
