import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { DraftRow } from '@/api/models';
import { paths } from '@/app/paths';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { openDraft } from '@/lib/openDraft';
import { variableSelection } from '@/lib/variableSelection';
import { ContinueDrafts } from './ContinueDrafts';

/**
 * Starts a request, either with variables of the dictionary or with a document that names them (2
 * §2 "Requester home").
 */
export function CreateRequestButton({ drafts }: { drafts: readonly DraftRow[] }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="contained" startIcon={<AddIcon />} onClick={() => setAsking(true)}>
        Create Data Request
      </Button>
      <ConfirmDialog
        open={asking}
        title="Create Data Request"
        confirmLabel="Yes, select variables"
        cancelLabel="No, upload a document"
        onCancel={() => {
          setAsking(false);
          openDraft.leave();
          void navigate(paths.requesterSubmitRequest);
        }}
        onDismiss={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          openDraft.leave();
          variableSelection.markSubmissionPending(true);
          void navigate(paths.dataSource);
        }}
      >
        Would you like to select the variables of your request in the data dictionary? Otherwise you
        upload a General Data Specification Form that names them.
        {drafts.length > 0 && (
          <Box sx={{ mt: 2 }}>
            <Typography sx={{ mb: 1 }}>You can also continue a draft:</Typography>
            <ContinueDrafts drafts={drafts} label="Drafts to continue" />
          </Box>
        )}
      </ConfirmDialog>
    </>
  );
}
