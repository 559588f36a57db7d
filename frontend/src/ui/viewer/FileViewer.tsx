import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import { useId, type KeyboardEvent } from 'react';
import { useBackCloses } from '../useBackCloses';
import { DocumentView, type DocumentProps } from './DocumentView';

export interface FileViewerProps extends DocumentProps {
  /** True for a pane in the page instead of the full screen. */
  beside?: boolean;
}

/** Shows a document in full screen, or in a pane that fills the element around it. */
export default function FileViewer({ beside = false, ...document }: FileViewerProps) {
  return beside ? <Pane {...document} /> : <FullScreen {...document} />;
}

function FullScreen(document: DocumentProps) {
  const titleId = useId();
  useBackCloses(document.onClose);
  return (
    <Dialog open fullScreen onClose={document.onClose} aria-labelledby={titleId}>
      <DocumentView {...document} titleId={titleId} />
    </Dialog>
  );
}

/** Does not cover the page, so Back leaves the page as usual. */
function Pane(document: DocumentProps) {
  const titleId = useId();
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    document.onClose();
  };
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      onKeyDown={closeOnEscape}
      sx={{
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflow: 'hidden',
        bgcolor: 'background.paper',
      }}
    >
      <DocumentView {...document} titleId={titleId} narrow />
    </Box>
  );
}
