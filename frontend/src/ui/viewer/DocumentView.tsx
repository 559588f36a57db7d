import CloseIcon from '@mui/icons-material/Close';
import OpenInNew from '@mui/icons-material/OpenInNew';
import SaveAlt from '@mui/icons-material/SaveAlt';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { Neighbours, type NeighboursProps } from './Neighbours';
import { Picture } from './Picture';
import { useAddress, type Renew } from './useAddress';

export interface DocumentProps {
  /** Identifies the document: its kind, and its person or request. */
  title: string;
  /** A signed URL of the server, or an object URL. */
  url: string;
  /** The file's MIME type or extension. */
  type: string;
  /** Name for saving a file whose URL has no name. */
  fileName?: string;
  /** Returns a new URL. For URLs that expire after some minutes. */
  renew?: Renew;
  /** The place among other documents, with buttons to the previous and the next one. */
  neighbours?: NeighboursProps;
  onClose: () => void;
}

interface Props extends DocumentProps {
  titleId: string;
  /** True in a narrow frame on a wide screen. */
  narrow?: boolean;
}

type Kind = 'pdf' | 'image' | 'other';

/** Returns the way to show a file. Images are jpg, jpeg, png and gif (2 §9). */
function kindOf(type: string): Kind {
  const last = type.toLowerCase().split(/[./]/).pop() ?? '';
  if (last === 'pdf') return 'pdf';
  return ['jpg', 'jpeg', 'png', 'gif'].includes(last) ? 'image' : 'other';
}

/** Mobile browsers cannot show a PDF inside a page. Browsers that do not report it probably can. */
const showsPdf = () => navigator.pdfViewerEnabled ?? true;

/** Fits the page to the frame and hides the previews of the pages, in browsers that follow it. */
const FIT_WIDTH = '#navpanes=0&view=FitH';

/**
 * The title of a document with its actions, and below it a PDF in a frame, an image, or a message
 * for other types (2 §2). Any document can be opened in a new tab and saved.
 */
export function DocumentView(props: Props) {
  const { title, url, type, fileName, renew, neighbours, titleId, narrow = false, onClose } = props;
  const { shown, newest, follow, renewShown } = useAddress(url, renew);
  const actions = <Actions url={newest} fileName={fileName} onFollow={follow} />;
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 2,
          pl: narrow ? 2 : { xs: 2, sm: 3 },
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
          // The next document replaces the title while the focus stays on its button.
          aria-live={neighbours && 'polite'}
          sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: { xs: '1rem' } }}
        >
          {title}
        </Typography>
        {!narrow && <Box sx={{ display: { xs: 'none', sm: 'flex' }, gap: 1 }}>{actions}</Box>}
        <IconButton onClick={onClose} aria-label="Close the document" autoFocus>
          <CloseIcon />
        </IconButton>
        <Box
          sx={{
            display: neighbours || narrow ? 'flex' : { xs: 'flex', sm: 'none' },
            flex: '1 1 100%',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            pb: 0.5,
          }}
        >
          {neighbours && <Neighbours {...neighbours} />}
          <Box sx={{ display: narrow ? 'flex' : { xs: 'flex', sm: 'none' }, gap: 1 }}>
            {actions}
          </Box>
        </Box>
      </Box>
      <Content
        key={url}
        title={title}
        shown={narrow && kindOf(type) === 'pdf' ? shown + FIT_WIDTH : shown}
        type={type}
        renewShown={renewShown}
        actions={<Actions url={newest} fileName={fileName} onFollow={follow} large />}
      />
    </>
  );
}

interface ContentProps {
  title: string;
  shown: string;
  type: string;
  renewShown: (onFailed: () => void) => void;
  /** Large buttons in place of a document that the browser cannot show. */
  actions: ReactNode;
}

function Content({ title, shown, type, renewShown, actions }: ContentProps) {
  const [failed, setFailed] = useState(false);
  const kind = failed ? 'other' : kindOf(type);
  const isFramed = kind === 'pdf' && showsPdf();
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', bgcolor: 'quiet' }}>
      {isFramed && (
        <Box
          // A new frame for each URL, because changing the URL of a frame adds a history entry.
          key={shown}
          component="iframe"
          src={shown}
          title={title}
          onLoad={({ currentTarget }) => {
            // Detects the server's page for an expired URL. The content of a document is not
            // accessible.
            const page = contentOf(currentTarget);
            if (page?.hasAttribute('data-expired')) renewShown(() => setFailed(true));
          }}
          sx={{ flex: 1, minWidth: 0, height: '100%', border: 0 }}
        />
      )}
      {kind === 'image' && (
        <Picture url={shown} title={title} onError={() => renewShown(() => setFailed(true))} />
      )}
      {kind === 'pdf' && !isFramed && (
        <Box sx={{ m: 'auto', p: 3, display: 'grid', justifyItems: 'center', gap: 2 }}>
          <Typography>This browser cannot show PDFs inside a page.</Typography>
          <Box sx={{ display: 'flex', gap: 2 }}>{actions}</Box>
        </Box>
      )}
      {kind === 'other' && (
        <Typography role="alert" sx={{ m: 'auto', p: 3 }}>
          Failed to display this file
        </Typography>
      )}
    </Box>
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
  /** True for large buttons in place of the document. */
  large?: boolean;
}

/** Links instead of buttons, so that the browser's own commands to open and save work. */
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
        // A link to an object store is cross-origin, so the browser ignores `download` and opens
        // the file.
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
