import OpenInFull from '@mui/icons-material/OpenInFull';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useRef, useState } from 'react';
import { FileViewer } from '@/ui/FileViewer';
import { LoadFailed } from '@/ui/LoadFailed';
import { cardSx } from '@/ui/looks';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';
import type { Template } from './localTemplate';

function LetterBody({ heading, body }: Template) {
  return (
    <Box sx={{ ...cardSx, overflowWrap: 'anywhere' }}>
      <Typography variant="h4" component="p" sx={{ mb: 1 }}>
        {heading}
      </Typography>
      <Typography variant="body2" sx={{ whiteSpace: 'pre-line' }}>
        {body}
      </Typography>
    </Box>
  );
}

interface Props {
  /** The letter; undefined until the first one is ready. */
  letter?: Blob;
  /**
   * The text of the letter, shown instead on a phone, where browsers do not show a PDF in a frame.
   */
  words?: Template;
  madeAt: number;
  /** True while a newer preview is being generated. */
  isOld: boolean;
  /** The reason why there is no preview, unless a field shows it. */
  error: Error | null;
  /** True if the text has faults, so that there is no preview. */
  isRefused: boolean;
  onRetry: () => void;
}

/**
 * Shows a file in a frame. Each file needs a new frame, because navigating the same one adds an
 * entry to the browser's history.
 */
function FileFrame({ file, isOld }: { file: Blob; isOld: boolean }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (frame.current) frame.current.src = `${url}#toolbar=0&navpanes=0`;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return (
    <Box
      component="iframe"
      ref={frame}
      title="Preview of the letter"
      sx={{
        width: '100%',
        height: { xs: 420, md: 720 },
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'quiet',
        opacity: isOld ? 0.6 : 1,
      }}
    />
  );
}

/** Previews the typed template as a letter of an invented request (decisions G3). */
export function LetterPreview({ letter, words, madeAt, isOld, error, isRefused, onRetry }: Props) {
  const [opened, setOpened] = useState<string>();
  const state = isRefused
    ? 'The preview appears again once the text has no faults.'
    : isOld
      ? 'Preparing the preview…'
      : 'An example request with your current text.';
  return (
    <Box component="section" aria-label="Preview" sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h3" component="h2">
            Preview
          </Typography>
          <Typography variant="body2" color="textSecondary" role="status">
            {state}
          </Typography>
        </Box>
        <Button
          size="small"
          startIcon={<OpenInFull />}
          disabled={!letter}
          onClick={() => letter && setOpened(URL.createObjectURL(letter))}
        >
          Open as PDF
        </Button>
      </Box>
      {error && <LoadFailed error={error} onRetry={onRetry} />}
      {!error && !letter && !isRefused && <ScreenSkeleton />}
      {words && <LetterBody {...words} />}
      {!words && letter && <FileFrame key={madeAt} file={letter} isOld={isOld || isRefused} />}
      {opened && (
        <Suspense fallback={null}>
          <FileViewer
            title="Preview of the letter"
            url={opened}
            type="application/pdf"
            onClose={() => {
              URL.revokeObjectURL(opened);
              setOpened(undefined);
            }}
          />
        </Suspense>
      )}
    </Box>
  );
}
