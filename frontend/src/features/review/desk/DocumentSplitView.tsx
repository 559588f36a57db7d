import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { PAGE_BAR_BOTTOM } from '@/ui/bars';
import { DocumentDeskProvider, type ListedDocument } from '@/shared/documents/documentDesk';
import { DocumentViewer } from '@/shared/documents/DocumentViewer';
import { useOpenDocument, type OpenedDocument } from '@/shared/documents/useOpenDocument';

interface Props {
  /** The documents in the order in which they are read. */
  documents: readonly ListedDocument[];
  /** Renders the page. `isSplit` is true while a document is beside it. */
  children: (isSplit: boolean) => ReactNode;
}

/**
 * A page whose documents open beside it on wide screens, and in full screen elsewhere. The viewer
 * leads from one document to the next.
 */
export function DocumentSplitView({ documents, children }: Props) {
  const [opened, setOpened] = useState<OpenedDocument>();
  const button = useRef<HTMLElement>(null);
  const open = useOpenDocument();
  const theme = useTheme();
  const isWide = useMediaQuery(theme.breakpoints.up('lg'));
  // The header and the decision bar leave no room in a low window.
  const isHigh = useMediaQuery('(min-height: 501px)');
  const isSplit = opened !== undefined && isWide && isHigh;

  useEffect(() => {
    // The page is longer in its narrow column, so the reader's place has moved.
    if (isSplit) button.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isSplit]);

  const show = (document: ListedDocument) => open.mutate(document, { onSuccess: setOpened });
  const close = () => {
    open.reset();
    // The button can get the focus once the page has its full width again.
    flushSync(() => setOpened(undefined));
    if (button.current?.isConnected) button.current.focus();
  };

  const place = documents.findIndex(({ path }) => path === opened?.path);
  const neighbours = {
    place,
    total: documents.length,
    onPlace: (next: number) => {
      const document = documents[next];
      if (document) show(document);
    },
  };
  const viewer = opened && (
    <DocumentViewer
      opened={opened}
      beside={isSplit}
      neighbours={place >= 0 && documents.length > 1 ? neighbours : undefined}
      onClose={close}
    />
  );
  return (
    <DocumentDeskProvider
      value={{
        shown: opened?.path,
        opening: open.isPending ? open.variables.path : undefined,
        open: (document, opener) => {
          if (document.path === opened?.path) {
            close();
            return;
          }
          button.current = opener;
          show(document);
        },
      }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: isSplit ? 'minmax(0, 1fr) minmax(0, 1fr)' : 'minmax(0, 1fr)',
          '@media print': { display: 'block' },
        }}
      >
        <div>{children(isSplit)}</div>
        {isSplit && (
          <Box sx={{ '@media print': { display: 'none' } }}>
            <Box
              sx={{
                position: 'sticky',
                top: 64 + 16,
                // The height below the header, also before the page is scrolled.
                height: `calc(100dvh - 64px - 32px - 16px - ${PAGE_BAR_BOTTOM})`,
              }}
            >
              {viewer}
            </Box>
          </Box>
        )}
      </Box>
      {!isSplit && viewer}
    </DocumentDeskProvider>
  );
}
