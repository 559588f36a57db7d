import { useState, type ComponentProps, type ReactNode } from 'react';
import { RowActions } from '@/components/RowActions';
import { SearchedList } from '@/components/SearchedList';
import { ListHead } from './ListHead';

interface Props<Row extends object> extends Omit<
  ComponentProps<typeof SearchedList<Row>>,
  'actions' | 'selection'
> {
  /** What a row is called by its buttons: "the data source Births". */
  nameOf: (row: Row) => string;
  /** The title above the list and the button that adds to it; nothing where they stand elsewhere. */
  head?: { title: string; addLabel: string };
  /** Whether the button that adds was pressed, where it stands elsewhere. */
  adding?: boolean;
  onAdded?: () => void;
  /** What can be done with a row besides. */
  further?: (row: Row) => ReactNode;
  /** Why nothing of a row can be changed; nothing where something can. */
  whyNotEdit?: (row: Row) => string | null;
  /** Why a row cannot be deleted, where the list knows that beforehand. */
  whyNotDelete?: (row: Row) => string | null;
  /** What stands instead of the pencil and the trash icon, for a row that nobody changes. */
  fixed?: (row: Row) => ReactNode;
  /** The dialog that changes a record, or adds one. */
  dialog: (record: Row | undefined, onClose: () => void) => ReactNode;
  /** The dialog that deletes one. */
  removal: (record: Row, onClose: () => void) => ReactNode;
}

/** A list of records of one kind, which are added, changed and deleted in dialogs. */
export function RecordList<Row extends object>(props: Props<Row>) {
  const { nameOf, head, adding = false, onAdded, further, ...others } = props;
  const { fixed, whyNotEdit, whyNotDelete, dialog, removal, ...list } = others;
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const [removed, setRemoved] = useState<Row | null>(null);
  return (
    <>
      {head && <ListHead {...head} onAdd={() => setEdited('new')} />}
      <SearchedList
        {...list}
        actions={(row) =>
          fixed?.(row) ?? (
            <>
              {further?.(row)}
              <RowActions
                of={nameOf(row)}
                onEdit={() => setEdited(row)}
                onDelete={() => setRemoved(row)}
                whyNotEdit={whyNotEdit?.(row)}
                whyNotDelete={whyNotDelete?.(row)}
              />
            </>
          )
        }
      />
      {adding && onAdded && dialog(undefined, onAdded)}
      {edited && dialog(edited === 'new' ? undefined : edited, () => setEdited(null))}
      {removed && removal(removed, () => setRemoved(null))}
    </>
  );
}
