import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { DataRequest } from '@/api/models';
import { RowActions } from '@/ui/RowActions';
import type { ListColumn } from '@/ui/table/columns';
import { TableWithPages } from '@/ui/table/TableWithPages';
import { usePages } from '@/ui/table/usePages';
import { mayEdit, openEdit, sectionOf, type EditTarget } from '@/lib/requestEdits';
import { PAGE_SIZES } from './columns';

interface Props<Row> {
  request: DataRequest;
  label: string;
  rows: readonly Row[];
  columns: readonly ListColumn<Row>[];
  keyOf: (row: Row) => number;
  nameOf: (row: Row) => string;
  /** Shows the edit buttons if the reader may edit the list. */
  editable: boolean;
  addLabel: string;
  /** The edit of a row, or the edit that adds one. */
  edit: (row: Row | null) => EditTarget;
  remove: (row: Row) => EditTarget;
}

/** A list of a submitted request, with buttons to add, edit and delete its rows. */
export function EditableTable<Row extends object>(props: Props<Row>) {
  const { request, label, rows, columns, keyOf, nameOf, addLabel, edit, remove } = props;
  const pages = usePages(rows, PAGE_SIZES);
  const editable = props.editable && mayEdit(request, sectionOf(edit(null)));
  const open = (target: EditTarget) => openEdit(request, target);
  const actions = (row: Row) => (
    <RowActions
      of={nameOf(row)}
      onEdit={() => open(edit(row))}
      onDelete={() => open(remove(row))}
    />
  );
  return (
    <>
      {rows.length === 0 ? (
        <Typography variant="body2">No information available</Typography>
      ) : (
        <TableWithPages
          {...pages}
          label={label}
          columns={columns}
          keyOf={keyOf}
          actions={editable ? actions : undefined}
          actionsWidth={96}
        />
      )}
      {editable && (
        <Box sx={{ mt: 1.5 }}>
          <Button
            size="small"
            variant="outlined"
            startIcon={<AddIcon />}
            onClick={() => open(edit(null))}
          >
            {addLabel}
          </Button>
        </Box>
      )}
    </>
  );
}
