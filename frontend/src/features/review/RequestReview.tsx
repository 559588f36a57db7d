import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useRole } from '@/api/session';
import type { DataRequest, StateComment } from '@/api/models';
import { PAGE_BAR_BOTTOM } from '@/ui/bars';
import { useCommentDrafts } from '@/shared/comments/drafts';
import { ExtensionNote } from '@/shared/deadlines/ExtensionNote';
import { LapseNote } from '@/shared/deadlines/LapseNote';
import { LOW_WINDOW } from '@/ui/looks';
import { requestQueries } from '@/shared/requests/queries';
import { RoundNote } from '@/shared/requests/RoundNote';
import { count, formatNumber } from '@/lib/numbers';
import {
  commentsOn,
  sectionsOf,
  withoutEndedWindows,
  type SectionKey,
} from '@/lib/requestSections';
import { RequestBrief } from './brief/RequestBrief';
import { CommentsPanel } from './comments/CommentsPanel';
import { DecisionBar } from './DecisionBar';
import { allDocumentsOf } from './desk/documentsOf';
import { DocumentSplitView } from './desk/DocumentSplitView';
import { RequestHeader } from './RequestHeader';
import { SectionList, type PanelKey } from './sections/SectionList';
import { useOpenPanels } from './sections/useOpenPanels';
import { useReadSections } from './sections/useReadSections';
import { StageNote } from './StageNote';
import { decidedOwnStage } from './stageWords';
import { usePrefetchVariables } from './usePrefetchVariables';

/** The frame of the comments in the page. */
const asideSx = {
  display: 'flex',
  flexDirection: 'column',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
} as const;

const noComments: readonly StateComment[] = [];

/**
 * The review page of a request: its sections with their comments, and the decision bar. An opened
 * document takes the right half on wide screens.
 */
export function RequestReview({ request }: { request: DataRequest }) {
  return (
    <DocumentSplitView documents={allDocumentsOf(request)}>
      {(isSplit) => <Review request={request} isSplit={isSplit} />}
    </DocumentSplitView>
  );
}

interface ReviewProps {
  request: DataRequest;
  /** True while a document is beside the page. */
  isSplit: boolean;
}

function Review({ request, isSplit }: ReviewProps) {
  const role = useRole();
  const loaded = useQuery(requestQueries.comments(request.request_id)).data;
  const comments = withoutEndedWindows(useDeferredValue(loaded) ?? noComments, request);
  usePrefetchVariables(request);
  const { open, setOpen, allOpen, toggleAll } = useOpenPanels(request);
  const { isRead, markRead } = useReadSections(request);
  const drafts = useCommentDrafts(request.request_id);
  const sectionKeys = sectionsOf(request);
  // Without the delay, because the panel would first show the comments on all sections.
  const current = withoutEndedWindows(loaded ?? noComments, request);
  const openSections = sectionKeys.filter((key) =>
    commentsOn(current, key).some(({ resolved }) => !resolved),
  );
  // A comment that was interrupted by the end of the session is shown at once.
  const [choice, setChosen] = useState<SectionKey | null | undefined>(() =>
    sectionKeys.find((key) => drafts.of(key).text !== ''),
  );
  // Before the reader chooses, the comments are those on the first section with an open comment.
  const chosen = choice === undefined ? (openSections[0] ?? null) : choice;
  const isWriting = chosen !== null && drafts.of(chosen).text !== '';
  const [drawerOpen, setDrawerOpen] = useState(false);
  const isWide = useMediaQuery(useTheme().breakpoints.up('lg'));
  /** The comments are beside the sections, below the chosen one, or in a drawer. */
  const isAside = isWide && !isSplit;
  const isInline = isSplit && drawerOpen;
  const titleId = useId();
  const note = useRef<HTMLDivElement>(null);
  const hasDecided = useRef(false);
  const isDecided = decidedOwnStage(request) !== undefined;
  useEffect(() => {
    // The button that opened the dialog is removed by the decision and cannot get the focus back.
    if (isDecided && hasDecided.current) note.current?.focus();
    hasDecided.current = false;
  }, [isDecided]);

  /**
   * Opening a section shows its comments beside it, unless a comment on another section is being
   * written.
   */
  const toggle = (key: PanelKey) => {
    const isOpen = open.includes(key);
    setOpen(isOpen ? open.filter((other) => other !== key) : [...open, key]);
    const section = sectionKeys.find((other) => other === key);
    if (!isOpen && section && !isWriting && !isInline) setChosen(section);
  };
  const [wasSplit, setWasSplit] = useState(isSplit);
  if (wasSplit !== isSplit) {
    setWasSplit(isSplit);
    // A comment that is being written stays in sight.
    if (isSplit) setDrawerOpen(isWriting);
  }
  const choose = (key: SectionKey) => {
    setChosen(key);
    setDrawerOpen(true);
  };
  const showOpenComments = () => {
    setChosen(openSections.length === 1 ? (openSections[0] ?? null) : null);
    setDrawerOpen(true);
    document.getElementById(titleId)?.focus();
  };
  /** Opens a list and scrolls to it. Its rows are edited there. */
  const goTo = (key: SectionKey) => () => {
    setDrawerOpen(false);
    setOpen((now) => [...now.filter((other) => other !== key), key]);
    document.getElementById(`section-${key}`)?.scrollIntoView();
  };
  const elsewhere = { devices: goTo('devices'), staff: goTo('staff') };
  const panel = { request, section: chosen, onSection: setChosen, drafts, titleId, elsewhere };
  const inlineComments = (
    <Box component="aside" aria-labelledby={titleId} sx={{ ...asideSx, maxHeight: '60dvh' }}>
      <CommentsPanel {...panel} onClose={() => setDrawerOpen(false)} />
    </Box>
  );
  return (
    <>
      <RequestHeader request={request} />
      <StageNote request={request} ref={note} />
      <LapseNote request={request} />
      <RoundNote request={request} />
      <ExtensionNote expected={request.expected} />
      <RequestBrief request={request} comments={loaded && comments} onComments={showOpenComments} />
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            lg: isSplit ? undefined : 'minmax(0, 1fr) 380px',
          },
        }}
      >
        <Box sx={{ display: 'grid', gap: 1.25, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              justifyContent: 'space-between',
              columnGap: 2,
            }}
          >
            <Typography
              variant="body2"
              color="textSecondary"
              sx={{ '@media print': { display: 'none' } }}
            >
              {formatNumber(sectionKeys.filter(isRead).length)} of{' '}
              {count(sectionKeys.length, 'section')} read
            </Typography>
            <Button size="small" onClick={toggleAll}>
              {allOpen ? 'Close all sections' : 'Open all sections'}
            </Button>
          </Box>
          <SectionList
            request={request}
            comments={comments}
            open={open}
            onToggle={toggle}
            isRead={isRead}
            onRead={markRead}
            chosen={isAside || isInline ? chosen : null}
            pressed={isAside || drawerOpen ? chosen : null}
            onComments={choose}
            inlineComments={isInline && inlineComments}
            narrow={isSplit}
          />
        </Box>
        {isAside && (
          <Box
            component="aside"
            aria-labelledby={titleId}
            sx={{
              ...asideSx,
              position: 'sticky',
              top: 64 + 16,
              // The height between the header and the decision bar.
              maxHeight: `calc(100dvh - 64px - 16px - 88px - ${PAGE_BAR_BOTTOM})`,
              [LOW_WINDOW]: { position: 'static', maxHeight: 'none' },
            }}
          >
            <CommentsPanel {...panel} />
          </Box>
        )}
      </Box>
      {!isWide && (
        <Drawer
          anchor="right"
          open={drawerOpen}
          onClose={() => setDrawerOpen(false)}
          slotProps={{
            paper: {
              role: 'dialog',
              'aria-modal': true,
              'aria-labelledby': titleId,
              sx: { width: { xs: '100vw', sm: 420 } },
            },
          }}
        >
          <CommentsPanel {...panel} onClose={() => setDrawerOpen(false)} />
        </Drawer>
      )}
      {role !== 'Super User' && (
        <DecisionBar
          request={request}
          onComments={showOpenComments}
          onDecided={() => (hasDecided.current = true)}
        />
      )}
    </>
  );
}
