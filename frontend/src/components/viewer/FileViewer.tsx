import CloseIcon from '@mui/icons-material/Close';
import OpenInNew from '@mui/icons-material/OpenInNew';
import SaveAlt from '@mui/icons-material/SaveAlt';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId, useState, type MouseEvent } from 'react';
import { useBackCloses } from '../useBackCloses';
import { Picture } from './Picture';
import { useAddress, type Renew } from './useAddress';

export interface FileViewerProps {
  /** Which document it is, of whom or of which request. */
  title: string;
  /** Where the file is: a signed URL of the server, or an object URL. */
  url: string;
  /** Its MIME type, or its extension. */
  type: string;
  /** What a file without a name of its own is saved as. */
  fileName?: string;
  /** Asks for another address, where the first one is good for some minutes only. */
  renew?: Renew;
  onClose: () => void;
}

type Kind = 'pdf' | 'image' | 'other';

/** How a file of this type is shown; jpg, jpeg, png and gif are images (2 §9). */
function kindOf(type: string): Kind {
  const last = type.toLowerCase().split(/[./]/).pop() ?? '';
  if (last === 'pdf') return 'pdf';
  return ['jpg', 'jpeg', 'png', 'gif'].includes(last) ? 'image' : 'other';
}

/** Browsers of phones show no PDF in a page; those that do not tell are taken for one that does. */
const showsPdf = () => navigator.pdfViewerEnabled ?? true;

/**
 * A document over the full screen: a PDF in a frame, an image, or words when it is neither (2 §2). Whatever is shown, it can be opened on
 * its own and saved.
 */
export default function FileViewer({
  title,
  url,
  type,
  fileName,
  renew,
  onClose,
}: FileViewerProps) {
  const titleId = useId();
  const { shown, newest, follow, renewShown } = useAddress(url, renew);
  const [failed, setFailed] = useState(false);
  useBackCloses(onClose);
  const kind = failed ? 'other' : kindOf(type);
  const isFramed = kind === 'pdf' && showsPdf();
  const actions = <Actions url={newest} fileName={fileName} onFollow={follow} />;
  return (
    <Dialog open fullScreen onClose={onClose} aria-labelledby={titleId}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 2,
          pl: { xs: 2, sm: 3 },
          pr: 1.5,
          py: 0.5,
          minHeight: 56,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography
          id={titleId}
          variant="h2"
          sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: { xs: '1rem' } }}
        >
          {title}
        </Typography>
        <Box sx={{ display: { xs: 'none', sm: 'flex' }, gap: 1 }}>{actions}</Box>
        <IconButton onClick={onClose} aria-label="Close the document" autoFocus>
          <CloseIcon />
        </IconButton>
        <Box sx={{ display: { xs: 'flex', sm: 'none' }, flex: '1 1 100%', gap: 1, pb: 0.5 }}>
          {actions}
        </Box>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', bgcolor: 'quiet' }}>
        {isFramed && (
          <Box
            // A frame that is led elsewhere leaves an entry in the history; another frame leaves none.
            key={shown}
            component="iframe"
            src={shown}
            title={title}
            onLoad={({ currentTarget }) => {
              // The server's page says so; the document itself cannot be looked into.
              const page = contentOf(currentTarget);
              if (page?.hasAttribute('data-expired')) renewShown(() => setFailed(true));
            }}
            sx={{ flex: 1, height: '100%', border: 0 }}
          />
        )}
        {kind === 'image' && (
          <Picture url={shown} title={title} onError={() => renewShown(() => setFailed(true))} />
        )}
        {kind === 'pdf' && !isFramed && (
          <Box sx={{ m: 'auto', p: 3, display: 'grid', justifyItems: 'center', gap: 2 }}>
            <Typography>This browser shows no PDF inside a page.</Typography>
            <Box sx={{ display: 'flex', gap: 2 }}>
              <Actions url={newest} fileName={fileName} onFollow={follow} large />
            </Box>
          </Box>
        )}
        {kind === 'other' && (
          <Typography role="alert" sx={{ m: 'auto', p: 3 }}>
            Failed to display this file
          </Typography>
        )}
      </Box>
    </Dialog>
  );
}

function contentOf(frame: HTMLIFrameElement): Element | undefined {
  try {
    return frame.contentDocument?.documentElement;
  } catch {
    return undefined;
  }
}

interface ActionsProps {
  url: string;
  fileName: string | undefined;
  onFollow: (event: MouseEvent<HTMLAnchorElement>) => void;
  /** In the place of the document. */
  large?: boolean;
}

/** Links, so that the browser's own ways to open and to save work, too. */
function Actions({ url, fileName, onFollow, large = false }: ActionsProps) {
  const look = large
    ? ({ variant: 'contained', size: 'medium' } as const)
    : ({ size: 'small' } as const);
  return (
    <>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener"
        {...look}
        startIcon={<OpenInNew />}
        onClick={onFollow}
      >
        Open
      </Button>
      <Button
        component="a"
        href={url}
        // An object store is another site, whose files a link opens rather than saves.
        target="_blank"
        rel="noopener"
        download={fileName ?? ''}
        {...look}
        startIcon={<SaveAlt />}
        onClick={onFollow}
      >
        Save
      </Button>
    </>
  );
}
