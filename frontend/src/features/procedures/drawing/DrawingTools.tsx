import Add from '@mui/icons-material/Add';
import Redo from '@mui/icons-material/Redo';
import Undo from '@mui/icons-material/Undo';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { count } from '@/lib/numbers';
import type { useDrawing } from './useDrawing';

interface Props {
  work: ReturnType<typeof useDrawing>;
  /** The name of the stage from which a link is being drawn. */
  linkingFrom?: string;
  onAdd: () => void;
  onUndo: () => void;
  onRedo: () => void;
  onStopLinking: () => void;
}

/** The toolbar of the drawing, which also shows if it is saved. */
export function DrawingTools(props: Props) {
  const { work, linkingFrom, onAdd, onUndo, onRedo, onStopLinking } = props;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <Button variant="outlined" startIcon={<Add />} onClick={onAdd}>
          Add a stage
        </Button>
        <Tool label="Undo" icon={<Undo />} disabled={!work.canUndo} onClick={onUndo} />
        <Tool label="Redo" icon={<Redo />} disabled={!work.canRedo} onClick={onRedo} />
        <Box sx={{ flex: 1 }} />
        <Typography variant="body2" color="textSecondary" title={work.changes.join('\n')}>
          {work.isEdited
            ? `${count(work.changes.length, 'change')} not saved`
            : 'All changes saved'}
        </Typography>
        {work.isEdited && (
          <Button color="error" onClick={() => setAsking(true)}>
            Discard changes
          </Button>
        )}
        <Button
          variant="contained"
          disabled={!work.isEdited || work.changedMeanwhile !== undefined}
          loading={work.isPending}
          onClick={() => work.save(false)}
        >
          Save the drawing
        </Button>
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {linkingFrom === undefined ? (
          'Drag a stage to move it. Draw a link from the ring at its edge. By keyboard: arrow keys move a stage, Enter opens its fields, L begins a link, Delete removes it.'
        ) : (
          <>
            Choose the stage that follows “{linkingFrom}”.{' '}
            <Button size="small" onClick={onStopLinking}>
              Cancel
            </Button>
          </>
        )}
      </Typography>
      <ConfirmDialog
        open={asking}
        title="Discard your changes?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        colour="error"
        focus="cancel"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          work.takeStored();
          setAsking(false);
        }}
      >
        The drawing returns to the saved version. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

interface ToolProps {
  label: string;
  icon: ReactNode;
  disabled: boolean;
  onClick: () => void;
}

function Tool({ label, icon, disabled, onClick }: ToolProps) {
  return (
    <Tooltip title={label} describeChild>
      {/* A disabled button gets no pointer events, so the tooltip is on the span. */}
      <span>
        <IconButton aria-label={label} disabled={disabled} onClick={onClick}>
          {icon}
        </IconButton>
      </span>
    </Tooltip>
  );
}
