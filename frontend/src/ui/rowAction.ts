import { createContext, type ReactNode } from 'react';

/** Renders an action at the end of each row of a `DataList`, by the name of the row. */
export const RowAction = createContext<((name: string) => ReactNode) | null>(null);
