import CheckOutlined from '@mui/icons-material/CheckOutlined';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ConflictNotice } from '../ConflictNotice';
import type { SheetState } from './useSheet';

interface Props {
  name: string;
  /** True if the row has unsaved changes. */
  isDraft: boolean;
  outcome: ReturnType<SheetState['outcomeOf']>;
  onSave: () => void;
  onDiscard: () => void;
  onOverwrite: () => void;
  /** The actions of a row without unsaved changes. */
  children: ReactNode;
}

/** The actions of a row in a sheet, and the error of its last save. */
export function RowNotice(props: Props) {
  const { name, isDraft, outcome, onSave, onDiscard, onOverwrite, children } = props;
  if (outcome.saving) {
    return <CircularProgress size={22} aria-label={`Saving ${name}`} sx={{ m: 1 }} />;
  }
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        {isDraft ? (
          <>
            <Tooltip title="Save" describeChild>
              <IconButton color="primary" aria-label={`Save ${name}`} onClick={onSave}>
                <CheckOutlined fontSize="small" />
              </IconButton>
            </Tooltip>
            <Tooltip title="Cancel" describeChild>
              <IconButton aria-label={`Cancel the changes of ${name}`} onClick={onDiscard}>
                <CloseOutlined fontSize="small" />
              </IconButton>
            </Tooltip>
          </>
        ) : (
          children
        )}
      </Box>
      {isDraft && outcome.message && !outcome.stale && (
        <Typography
          role="alert"
          variant="caption"
          color="error"
          sx={{ display: 'block', px: 0.5, pb: 0.75, lineHeight: 1.3, overflowWrap: 'anywhere' }}
        >
          {outcome.message}
        </Typography>
      )}
      {isDraft && outcome.lost && (
        <Button size="small" onClick={onSave} sx={{ mb: 0.5 }}>
          Try again
        </Button>
      )}
      {isDraft && outcome.stale && (
        <ConflictNotice form="row" onKeepMine={onOverwrite} onUseSaved={onDiscard} />
      )}
    </>
  );
}
