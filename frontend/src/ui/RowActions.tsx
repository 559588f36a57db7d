import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

interface Props {
  /** Describes the row in the accessible names of the buttons: "the data source Births". */
  of: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** The Edit and Delete icons of a row in a sheet, whose cells leave no room for words. */
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
