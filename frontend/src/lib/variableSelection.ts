import { sessionStore, useStoreValue } from './externalStore';
import {
  isBoolean,
  isListOf,
  isMapOf,
  isMaybe,
  isNullOr,
  isNumber,
  isShape,
  isText,
  type Guard,
} from './shape';

/** The data of a picked variable that is needed to show it again without a call. */
export interface SelectedVariable {
  var_id: number;
  var_name: string;
  tbl_id: number;
  tbl_name: string;
  data_type?: string | null;
  meaning?: string | null;
  is_identifiable: boolean;
}

interface Picks {
  /** The data source used last. A request is made for one source. */
  dataSourceId: number | null;
  bySource: Record<string, SelectedVariable[]>;
  /**
   * True if a request was started before signing in, or before picking variables (2 §4, guest
   * flow).
   */
  submissionPending: boolean;
}

const noPicks: Picks = { dataSourceId: null, bySource: {}, submissionPending: false };
const noVariables: SelectedVariable[] = [];

export const isSelectedVariable: Guard<SelectedVariable> = isShape<SelectedVariable>({
  var_id: isNumber,
  var_name: isText,
  tbl_id: isNumber,
  tbl_name: isText,
  data_type: isMaybe(isText),
  meaning: isMaybe(isText),
  is_identifiable: isBoolean,
});

const isPicks = isShape<Picks>({
  dataSourceId: isNullOr(isNumber),
  bySource: isMapOf(isListOf(isSelectedVariable)),
  submissionPending: isBoolean,
});

const store = sessionStore<Picks>('aditus.variableSelection', noPicks, isPicks);

const of = (picks: Picks, dataSourceId: number | null) =>
  (dataSourceId !== null && picks.bySource[dataSourceId]) || noVariables;

/**
 * The variables picked for a request, by data source. They survive signing in, but not closing the
 * tab.
 */
export const variableSelection = {
  /** Calls the listener on every change. Call the returned function to stop. */
  subscribe: store.subscribe,
  dataSourceId: (): number | null => store.get().dataSourceId,
  of: (dataSourceId: number): SelectedVariable[] => of(store.get(), dataSourceId),
  /** Notes the source as the one used last. */
  open: (dataSourceId: number): void => store.set({ ...store.get(), dataSourceId }),
  set: (dataSourceId: number, variables: SelectedVariable[]): void => {
    const picks = store.get();
    store.set({
      ...picks,
      dataSourceId,
      bySource: { ...picks.bySource, [dataSourceId]: variables },
    });
  },
  isSubmissionPending: (): boolean => store.get().submissionPending,
  markSubmissionPending: (submissionPending: boolean): void =>
    store.set({ ...store.get(), submissionPending }),
  reset: (): void => store.set(noPicks),
  /** Clears one source, after a request was submitted for it. */
  clear: (dataSourceId: number): void => {
    const bySource = { ...store.get().bySource };
    delete bySource[dataSourceId];
    store.set({ dataSourceId: null, bySource, submissionPending: false });
  },
};

export function useSelectedVariables(dataSourceId: number | null): SelectedVariable[] {
  return useStoreValue(store.subscribe, () => of(store.get(), dataSourceId));
}

export function useSelectedSource(): number | null {
  return useStoreValue(store.subscribe, () => store.get().dataSourceId);
}

/** Returns the sources with picked variables. */
export function useSelectionBySource(): { dataSourceId: number; variables: SelectedVariable[] }[] {
  const bySource = useStoreValue(store.subscribe, () => store.get().bySource);
  return Object.entries(bySource)
    .filter(([, variables]) => variables.length > 0)
    .map(([id, variables]) => ({ dataSourceId: Number(id), variables }));
}
