import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useState, type ComponentProps, type ReactNode } from 'react';
import type { ListArgs } from '@/api/lists';
import { RowActions } from '@/components/RowActions';
import { ListSearch, ServerList } from '@/components/ServerList';
import type { PageSizes } from '@/lib/pageSizes';
import { useListUrl } from '@/lib/useListUrl';
import { ListHead } from './ListHead';

interface Rows<Row> {
  rows: Row[];
  total: number;
}

type ListProps<Row extends object> = Pick<
  ComponentProps<typeof ServerList<Row>>,
  'label' | 'columns' | 'keyOf' | 'empty' | 'emptyHint' | 'actionsWidth' | 'striped' | 'pageReport'
>;

interface Props<Row extends object> extends ListProps<Row> {
  pages: PageSizes;
  /** What the call can sort by. */
  sorts: readonly string[];
  read: (args: ListArgs) => UseQueryOptions<Rows<Row>, Error, Rows<Row>, QueryKey>;
  /** What is searched in. */
  placeholder: string;
  /** What a row is called by its buttons: "the data source Births". */
  nameOf: (row: Row) => string;
  /** The title above the list and the button that adds to it; nothing where they stand elsewhere. */
  head?: { title: string; addLabel: string };
  /** Whether the button that adds was pressed, where it stands elsewhere. */
  adding?: boolean;
  onAdded?: () => void;
  /** What can be done with a row besides. */
  further?: (row: Row) => ReactNode;
  /** What stands beside the search, and narrows the list down. */
  filter?: ReactNode;
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
  const { pages, sorts, read, placeholder, nameOf, head, adding = false, onAdded } = props;
  const { further, filter, fixed, whyNotEdit, whyNotDelete, dialog, removal, ...shown } = props;
  const list = useListUrl({ ...pages, sorts });
  const { search, sort, page, pageSize } = list;
  const loaded = useQuery(read({ search, sort, page, pageSize }));
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const [removed, setRemoved] = useState<Row | null>(null);
  return (
    <>
      {head && <ListHead {...head} onAdd={() => setEdited('new')} />}
      <ListSearch list={list} placeholder={placeholder}>
        {filter}
      </ListSearch>
      <ServerList
        label={shown.label}
        columns={shown.columns}
        keyOf={shown.keyOf}
        empty={shown.empty}
        emptyHint={shown.emptyHint}
        actionsWidth={shown.actionsWidth}
        striped={shown.striped}
        pageReport={shown.pageReport}
        list={list}
        loaded={loaded}
        pageSizes={pages.pageSizes}
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
