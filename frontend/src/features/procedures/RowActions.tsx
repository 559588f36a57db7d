import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

interface Props {
  /** What the row is, for the names of the buttons. */
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** The pencil and the trash icon of a row. */
export function RowActions({ name, onEdit, onDelete }: Props) {
  return (
    <>
      <Tooltip title="Edit" describeChild>
        <IconButton aria-label={`Edit ${name}`} onClick={onEdit}>
          <EditOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title="Delete" describeChild>
        <IconButton aria-label={`Delete ${name}`} onClick={onDelete}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    </>
  );
}
