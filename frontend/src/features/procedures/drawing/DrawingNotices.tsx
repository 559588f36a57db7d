import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { messageOf, NetworkError } from '@/api/errors';
import { ConflictNotice } from '@/ui/ConflictNotice';
import { NetworkErrorAlert } from '@/ui/NetworkErrorAlert';
import { Faults } from '../Refusal';
import type { Selected } from './Canvas';
import { linkName, nameOf, type Drawing } from './drawing';
import type { PlacedFault } from './faults';
import type { useDrawing } from './useDrawing';

interface Props {
  work: ReturnType<typeof useDrawing>;
  drawing: Drawing;
  onSelect: (selected: Selected) => void;
}

/**
 * Shows the server's messages about the drawing. Each fault links to its stage or link. Warnings
 * about a stage are shown at the stage, the others here.
 */
export function DrawingNotices({ work, drawing, onSelect }: Props) {
  const { error, faults, warnings, changedMeanwhile, isEdited, mayKeepFaults, isPending } = work;
  const general = warnings.filter(({ stages }) => stages.length === 0);
  const message = error
    ? faults.length > 0
      ? 'The drawing is not saved, because it has faults:'
      : messageOf(error)
    : isEdited
      ? 'Before your changes it had these faults:'
      : 'This procedure cannot be activated or made the default as long as it has faults:';
  return (
    <Box sx={{ display: 'grid', gap: 1.5, '&:not(:empty)': { mb: 2 } }}>
      {changedMeanwhile && (
        <ConflictNotice onKeepMine={work.keepMine} onUseSaved={work.takeStored}>
          <List label="Changes in the saved version" lines={changedMeanwhile} />
        </ConflictNotice>
      )}
      {error instanceof NetworkError ? (
        <NetworkErrorAlert severity="warning" pending={isPending} onRetry={() => work.save(false)}>
          {messageOf(error)}
        </NetworkErrorAlert>
      ) : (
        (error ?? faults.length > 0) && (
          <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
            {message}
            {faults.length > 0 && (
              <Box component="ul" aria-label="Faults" sx={{ m: 0, mt: 1, pl: 2.5 }}>
                {faults.map((fault, place) => (
                  <li key={`${place} ${fault.message}`}>
                    <FaultLink fault={fault} drawing={drawing} onSelect={onSelect} />
                  </li>
                ))}
              </Box>
            )}
            {mayKeepFaults && (
              <Button
                color="inherit"
                size="small"
                variant="outlined"
                onClick={() => work.save(true)}
                sx={{ display: 'flex', mt: 1 }}
              >
                Save it with these faults
              </Button>
            )}
          </Alert>
        )
      )}
      {general.length > 0 && (
        <Faults
          severity="info"
          label="Warnings"
          message="You can continue, but please check:"
          faults={general.map((warning) => warning.message)}
        />
      )}
    </Box>
  );
}

interface FaultLinkProps {
  fault: PlacedFault;
  drawing: Drawing;
  onSelect: (selected: Selected) => void;
}

function FaultLink({ fault, drawing, onSelect }: FaultLinkProps) {
  const stage = drawing.stages.find(({ stage_id }) => fault.stages.includes(stage_id));
  const link = fault.links[0];
  const leadsTo: Selected = stage ? { stage: stage.stage_id } : link ? { link } : null;
  // The message about a field does not name its stage, so the name is added.
  const of = !fault.field
    ? ''
    : stage
      ? `${nameOf(drawing, stage.stage_id)}: `
      : link
        ? `${linkName(drawing, link)}: `
        : '';
  if (!leadsTo) return fault.message;
  return (
    <Link
      component="button"
      type="button"
      color="inherit"
      underline="always"
      onClick={() => onSelect(leadsTo)}
      sx={{ font: 'inherit', textAlign: 'left', verticalAlign: 'top', minHeight: 24 }}
    >
      {of}
      {fault.message}
    </Link>
  );
}

function List({ label, lines }: { label: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, pl: 2.5 }}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Box>
  );
}
