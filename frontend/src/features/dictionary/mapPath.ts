import { dataTablePath } from '@/app/paths';

/** The map of a source's tables stands at the address of its dictionary. */
export const mapPath = (dataSourceId: number) => dataTablePath(dataSourceId, { view: 'map' });

export const isMap = (search: string) => new URLSearchParams(search).get('view') === 'map';
