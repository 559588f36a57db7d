import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { RowMenu, type RowAction } from '../RowMenu';
import { SearchedList } from '../SearchedList';
import { ListHead } from './ListHead';

interface Props<Row extends object> extends Omit<
  ComponentProps<typeof SearchedList<Row>>,
  'actions' | 'selection'
> {
  /** Names a row in the accessible names of its buttons: "the data source Births". */
  nameOf: (row: Row) => string;
  /**
   * The title above the list and the label of its add button. Missing if they are shown elsewhere.
   */
  head?: { title: string; addLabel: string };
  /** Opens the dialog to add a record, if the add button is elsewhere. */
  adding?: boolean;
  onAdded?: () => void;
  /** Returns further actions of a row, which are in its menu. */
  more?: (row: Row) => RowAction[];
  /** Returns the reason for which a row cannot be edited, or null. */
  editDisabledReason?: (row: Row) => string | null;
  /** Returns the reason for which a row cannot be deleted, if the list knows it in advance. */
  deleteDisabledReason?: (row: Row) => string | null;
  /** Rendered instead of the Edit and Delete buttons, for rows that cannot be changed. */
  fixed?: (row: Row) => ReactNode;
  /** Renders the dialog that edits a record, or adds one if `record` is undefined. */
  dialog: (record: Row | undefined, onClose: () => void) => ReactNode;
  removal: (record: Row, onClose: () => void) => ReactNode;
}

/** A list of records of one kind, which are added, edited and deleted in dialogs. */
export function RecordList<Row extends object>(props: Props<Row>) {
  const { nameOf, head, adding = false, onAdded, more, ...others } = props;
  const { fixed, editDisabledReason, deleteDisabledReason, dialog, removal, ...list } = others;
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const [removed, setRemoved] = useState<Row | null>(null);
  return (
    <>
      {head && <ListHead {...head} onAdd={() => setEdited('new')} />}
      <SearchedList
        {...list}
        actions={(row) =>
          fixed?.(row) ?? (
            <RowMenu
              of={nameOf(row)}
              actions={[
                {
                  title: 'Edit',
                  icon: EditOutlined,
                  onClick: () => setEdited(row),
                  refusal: editDisabledReason?.(row),
                },
                ...(more?.(row) ?? []),
                {
                  title: 'Delete',
                  icon: DeleteOutlined,
                  onClick: () => setRemoved(row),
                  refusal: deleteDisabledReason?.(row),
                },
              ]}
            />
          )
        }
      />
      {adding && onAdded && dialog(undefined, onAdded)}
      {edited && dialog(edited === 'new' ? undefined : edited, () => setEdited(null))}
      {removed && removal(removed, () => setRemoved(null))}
    </>
  );
}
