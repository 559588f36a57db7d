import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

interface Props {
  /** What the row is, for people who hear the buttons: "the data source Births". */
  of: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** The pencil and the trash icon of a row (3 §2.7, §2.8). */
export function RowActions({ of, onEdit, onDelete }: Props) {
  return (
    <>
      <Tooltip title="Edit" describeChild>
        <IconButton aria-label={`Edit ${of}`} onClick={onEdit}>
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
