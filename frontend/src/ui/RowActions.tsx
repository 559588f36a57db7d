import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import type { ReactElement } from 'react';
import { DisabledAction } from './DisabledAction';

interface Props {
  /** Describes the row in the accessible names of the buttons: "the data source Births". */
  of: string;
  onEdit: () => void;
  onDelete: () => void;
  /** Reason for which the row cannot be edited. Empty if it can. */
  editDisabledReason?: string | null;
  /** Reason for which the row cannot be deleted. Empty if deletion can be tried. */
  deleteDisabledReason?: string | null;
}

/** The Edit and Delete buttons of a row (3 §2.7, §2.8). */
export function RowActions({
  of,
  onEdit,
  onDelete,
  editDisabledReason,
  deleteDisabledReason,
}: Props) {
  return (
    <>
      <Action title="Edit" of={of} refusal={editDisabledReason} onClick={onEdit}>
        <EditOutlined fontSize="small" />
      </Action>
      <Action title="Delete" of={of} refusal={deleteDisabledReason} onClick={onDelete}>
        <DeleteOutlined fontSize="small" />
      </Action>
    </>
  );
}

interface ActionProps {
  title: string;
  of: string;
  refusal?: string | null;
  onClick: () => void;
  children: ReactElement;
}

function Action({ title, of, refusal, onClick, children }: ActionProps) {
  return (
    <DisabledAction refusal={refusal} hint={title}>
      <IconButton aria-label={`${title} ${of}`} onClick={onClick}>
        {children}
      </IconButton>
    </DisabledAction>
  );
}
