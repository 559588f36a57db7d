import MoreHoriz from '@mui/icons-material/MoreHoriz';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type SvgIcon from '@mui/material/SvgIcon';
import Tooltip from '@mui/material/Tooltip';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { DisabledAction } from './DisabledAction';

export interface RowAction {
  /** The action in words: "Import its dictionary". */
  title: string;
  icon?: typeof SvgIcon;
  /** Accessible name of the button, if the title and the name of the row do not make one. */
  label?: string;
  /** The address to which the action leads. Without it, `onClick` is called. */
  to?: string;
  onClick?: () => void;
  /** Reason for which the action is disabled. Empty if it is enabled. */
  refusal?: string | null;
}

interface Props {
  /** Describes the row in the accessible names: "the data source Births". */
  of: string;
  /** The visible action first. */
  actions: readonly RowAction[];
}

/**
 * The actions of a row: one or two as buttons with words; of more, the first as a button and the
 * others in a menu.
 */
export function RowMenu({ of, actions }: Props) {
  const visible = actions.length > 2 ? actions.slice(0, 1) : actions;
  const others = actions.slice(visible.length);
  return (
    <>
      {visible.map((action) => (
        <RowButton key={action.title} of={of} {...action} />
      ))}
      {others.length > 0 && <Others of={of} actions={others} />}
    </>
  );
}

/** A quiet button with words, whose accessible name also names the row. */
function RowButton({ of, ...action }: RowAction & Pick<Props, 'of'>) {
  const { title, icon: Icon, label = `${title} ${of}`, to, onClick, refusal } = action;
  return (
    <DisabledAction refusal={refusal}>
      <Button
        size="small"
        color="inherit"
        startIcon={Icon && <Icon fontSize="small" />}
        aria-label={label}
        {...(to ? { component: Link, to } : { onClick })}
        sx={{ flexShrink: 0, whiteSpace: 'nowrap' }}
      >
        {title}
      </Button>
    </DisabledAction>
  );
}

function Others({ of, actions }: Props) {
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const label = `Actions for ${of}`;
  return (
    <>
      <Tooltip title="More actions" describeChild>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-controls={anchor ? menuId : undefined}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <MoreHoriz fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu
        id={menuId}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': label } }}
      >
        {actions.map((action) =>
          action.to ? (
            <MenuItem key={action.title} component={Link} to={action.to} onClick={close}>
              <Words {...action} />
            </MenuItem>
          ) : (
            <MenuItem
              key={action.title}
              aria-disabled={action.refusal ? true : undefined}
              onClick={() => {
                if (action.refusal) return;
                close();
                action.onClick?.();
              }}
            >
              <Words {...action} />
            </MenuItem>
          ),
        )}
      </Menu>
    </>
  );
}

function Words({ title, icon: Icon, refusal }: RowAction) {
  return (
    <>
      {Icon && (
        <ListItemIcon>
          <Icon fontSize="small" />
        </ListItemIcon>
      )}
      <ListItemText
        primary={title}
        secondary={refusal}
        slotProps={{
          primary: { color: refusal ? 'textSecondary' : 'textPrimary' },
          secondary: { sx: { maxWidth: 280, whiteSpace: 'normal' } },
        }}
      />
    </>
  );
}
