import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { EmptyState } from '../EmptyState';
import { LoadedList, type Loaded } from '../LoadedList';
import { PreviousNext } from '../PreviousNext';
import { ListSearch } from '../ServerList';
import type { ListUrl } from '@/lib/useListUrl';
import type { SheetColumn } from './columns';
import { Sheet } from './Sheet';
import { UnsavedRows } from './UnsavedRows';
import type { SheetRow, SheetState } from './useSheet';

interface Props {
  label: string;
  /** The kind of record: "variable". */
  noun: string;
  placeholder: string;
  empty: string;
  emptyHint: string;
  list: ListUrl;
  loaded: Loaded<object>;
  columns: readonly SheetColumn[];
  rows: readonly SheetRow[];
  sheet: SheetState;
  nameOf: (text: (field: string) => string, isNew: boolean) => string;
  adding: ReactNode;
  actions: (id: number) => ReactNode;
}

const hint = (
  <Typography variant="caption" color="textSecondary" sx={{ display: 'block', mt: 1 }}>
    Type or press Enter to edit. Enter or Tab moves on, Escape cancels. A copied column is pasted
    over the cells below. Control and Enter saves the row. Columns with * are required.
  </Typography>
);

/**
 * A server-side list as an editable sheet, with pages. Unsaved changes on one page are kept while
 * another one is shown.
 */
export function LoadedSheet(props: Props) {
  const { label, noun, placeholder, empty, emptyHint, list, loaded } = props;
  const { columns, rows, sheet, nameOf, adding, actions } = props;
  const cells = (
    <>
      <Sheet
        label={label}
        columns={columns}
        rows={rows}
        sheet={sheet}
        nameOf={nameOf}
        actions={(key) => actions(Number(key))}
      />
      {hint}
    </>
  );
  return (
    <>
      <ListSearch list={list} placeholder={placeholder}>
        {adding}
      </ListSearch>
      <LoadedList
        list={list}
        loaded={loaded}
        empty={
          sheet.added.length > 0 ? (
            cells
          ) : (
            <EmptyState
              message={empty}
              hint={list.search ? 'Try another word, or clear the filter.' : emptyHint}
            />
          )
        }
      >
        {(_, total) => (
          <Box>
            {cells}
            <PreviousNext list={list} total={total} />
          </Box>
        )}
      </LoadedList>
      <UnsavedRows sheet={sheet} noun={noun} nameOf={(text) => nameOf(text, false)} />
    </>
  );
}
