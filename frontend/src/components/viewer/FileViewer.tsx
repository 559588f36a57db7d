import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';

interface Props {
  /** The document's name, as the title. */
  title: string;
  /** Where the file is: a signed URL of the server, or an object URL. */
  url: string;
  /** Its MIME type, or its extension. */
  type: string;
  onClose: () => void;
}

type Kind = 'pdf' | 'image' | 'other';

/** How a file of this type is shown; jpg, jpeg, png and gif are images (2 §9). */
export function kindOf(type: string): Kind {
  const last = type.toLowerCase().split(/[./]/).pop() ?? '';
  if (last === 'pdf') return 'pdf';
  return ['jpg', 'jpeg', 'png', 'gif'].includes(last) ? 'image' : 'other';
}

/** A document over the full screen: a PDF in a frame, an image, or words when it is neither (2 §2). */
export function FileViewer({ title, url, type, onClose }: Props) {
  const titleId = useId();
  const [failed, setFailed] = useState(false);
  const kind = failed ? 'other' : kindOf(type);
  return (
    <Dialog open fullScreen onClose={onClose} aria-labelledby={titleId}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          pl: 3,
          pr: 1.5,
          minHeight: 56,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id={titleId} variant="h2" noWrap sx={{ flex: 1 }}>
          {title}
        </Typography>
        <IconButton onClick={onClose} aria-label="Close the document" autoFocus>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          display: 'grid',
          placeItems: 'center',
          overflow: 'auto',
          bgcolor: 'quiet',
        }}
      >
        {kind === 'pdf' && (
          <Box
            component="iframe"
            src={url}
            title={title}
            sx={{ width: '100%', height: '100%', border: 0 }}
          />
        )}
        {kind === 'image' && (
          <Box
            component="img"
            src={url}
            alt={title}
            onError={() => setFailed(true)}
            sx={{ maxWidth: '100%', maxHeight: '100%', objectFit: 'contain' }}
          />
        )}
        {kind === 'other' && <Typography role="alert">Failed to display this file</Typography>}
      </Box>
    </Dialog>
  );
}
