import { dataTablePath } from '@/app/paths';

/** Returns the address of a source's map: the address of its dictionary with a parameter. */
export const mapPath = (dataSourceId: number) => dataTablePath(dataSourceId, { view: 'map' });

export const isMap = (search: string) => new URLSearchParams(search).get('view') === 'map';
