import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import type { ReactElement } from 'react';
import { DisabledAction } from './DisabledAction';

interface Props {
  /** What the row is, for people who hear the buttons: "the data source Births". */
  of: string;
  onEdit: () => void;
  onDelete: () => void;
  /** Why nothing of it can be changed; nothing where something can. */
  whyNotEdit?: string | null;
  /** Why it cannot be deleted; nothing where it can be tried. */
  whyNotDelete?: string | null;
}

/** The pencil and the trash icon of a row (3 §2.7, §2.8). */
export function RowActions({ of, onEdit, onDelete, whyNotEdit, whyNotDelete }: Props) {
  return (
    <>
      <Action title="Edit" of={of} refusal={whyNotEdit} onClick={onEdit}>
        <EditOutlined fontSize="small" />
      </Action>
      <Action title="Delete" of={of} refusal={whyNotDelete} onClick={onDelete}>
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
