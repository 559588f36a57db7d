import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

interface Props {
  /** The id of the Edit button, to which an error of the row leads. */
  id?: string;
  /** Describes the row in the accessible names of the buttons: "the data source Births". */
  of: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** The Edit and Delete icons of a row that leaves no room for words. */
export function RowActions({ id, of, onEdit, onDelete }: Props) {
  return (
    <>
      <Tooltip title="Edit" describeChild>
        <IconButton id={id} aria-label={`Edit ${of}`} onClick={onEdit}>
          <EditOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title="Delete" describeChild>
        <IconButton aria-label={`Delete ${of}`} onClick={onDelete}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    </>
  );
}
