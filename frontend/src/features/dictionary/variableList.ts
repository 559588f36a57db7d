import { useMemo } from 'react';
import type { SortKey } from '@/api/lists';
import type { Variable } from '@/api/models';
import { plainMeaning } from '@/shared/dictionary/Meaning';
import type { ListSelection } from '@/ui/table/picks';
import type { ListQuery } from '@/lib/useListUrl';
import type { SelectedVariable } from '@/lib/variableSelection';
import type { Facet } from './facets';

/** The default page size and the sizes to choose from (2 §2). */
export const PAGE_SIZE = 20;
export const PAGE_SIZES: readonly number[] = [10, 15, 20, 30, 50];

export const SORTS: readonly SortKey<'/api/v1/data_dictionary/data_dictionary'>[] = [
  'var_name',
  'tbl_name',
  'data_type',
  'meaning',
];

/** The properties that the table and the cards of a phone have in common. */
export interface VariableListProps {
  variables: Variable[];
  total: number;
  /** True if there are more than `total`. */
  more: boolean;
  loading: boolean;
  query: ListQuery<'tbl_name' | Facet>;
  onChange: (changes: { page?: number; page_size?: number; sort?: string }) => void;
  onOpen: (variable: Variable) => void;
  /**
   * Absent if variables cannot be picked: without a source, or in a role that does not request
   * data.
   */
  selection?: {
    selected: SelectedVariable[];
    change: (variables: (SelectedVariable | Variable)[]) => void;
  };
}

/**
 * Returns the part of a variable that is stored with a pick. Its meaning is stored as plain text.
 */
export function toSelected(variable: SelectedVariable | Variable): SelectedVariable {
  const { var_id, var_name, tbl_id, tbl_name, data_type, is_identifiable } = variable;
  const meaning =
    'meaning_blocks' in variable ? plainMeaning(variable.meaning_blocks) : variable.meaning;
  return { var_id, var_name, tbl_id, tbl_name, data_type, meaning, is_identifiable };
}

/** Returns the selection of a table by ids. Picks on other pages are kept. */
export function useVariableSelection(
  variables: readonly Variable[],
  selection: VariableListProps['selection'],
): ListSelection<Variable> | undefined {
  return useMemo(
    () =>
      selection && {
        selected: new Set(selection.selected.map(({ var_id }) => var_id)),
        nameOf: ({ var_name }) => var_name,
        change: (ids) => {
          const kept = selection.selected.filter(({ var_id }) => ids.has(var_id));
          const keptIds = new Set(kept.map(({ var_id }) => var_id));
          const added = variables.filter(({ var_id }) => ids.has(var_id) && !keptIds.has(var_id));
          selection.change([...kept, ...added]);
        },
      },
    [variables, selection],
  );
}
