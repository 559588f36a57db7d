import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useRole } from '@/api/session';
import type { DataRequest, StateComment } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { PAGE_BAR_BOTTOM } from '@/ui/bars';
import { useCommentDrafts } from '@/shared/comments/drafts';
import { LOW_WINDOW } from '@/ui/looks';
import { CommentButton } from '@/shared/requests/CommentButton';
import { EditButton } from '@/shared/requests/EditButton';
import { Purposes } from '@/shared/requests/Purposes';
import { requestQueries } from '@/shared/requests/queries';
import { RoundNote } from '@/shared/requests/RoundNote';
import { mayEdit } from '@/lib/requestEdits';
import { commentsOn, sections, sectionsOf, type SectionKey } from '@/lib/requestSections';
import { RequestBrief } from './brief/RequestBrief';
import { CommentsPanel } from './comments/CommentsPanel';
import { DecisionBar } from './DecisionBar';
import { RequestHeader } from './RequestHeader';
import { contents } from './sections/content';
import { RequestDetails } from './sections/RequestDetails';
import { RequesterDetails } from './sections/RequesterDetails';
import { SectionPanel } from './sections/SectionPanel';
import { StageNote } from './StageNote';
import { answeredStage } from './stageWords';
import { usePrefetchVariables } from './usePrefetchVariables';

/** The sections without comments: the requester, the request and its purposes. */
const facts = {
  requester: {
    title: 'Requester Details',
    details: (request: DataRequest) => <RequesterDetails request={request} />,
  },
  request: {
    title: 'Request Details',
    details: (request: DataRequest) => <RequestDetails request={request} />,
  },
  purposes: {
    title: 'Purposes',
    details: (request: DataRequest) => <Purposes purposes={request.purposes} />,
  },
} as const;

type FactKey = keyof typeof facts;
const factKeys = Object.keys(facts) as FactKey[];

const answers = [
  'principal',
  'ethics',
  'agreement',
  'dataFormat',
  'dataSource',
  'specification',
] as const;
/**
 * True if the section is edited as one form. Lists are edited row by row, and the chain cannot be
 * edited.
 */
const isAnswer = (key: SectionKey): key is (typeof answers)[number] =>
  (answers as readonly SectionKey[]).includes(key);

const noComments: readonly StateComment[] = [];

const openAtFirst: readonly (SectionKey | FactKey)[] = [...factKeys, 'principal', 'chain'];

/**
 * The sections of a request with their comments beside them, and the decision at the foot of the
 * page.
 */
export function RequestReview({ request }: { request: DataRequest }) {
  const role = useRole();
  const loaded = useQuery(requestQueries.comments(request.request_id)).data;
  const comments = useDeferredValue(loaded) ?? noComments;
  usePrefetchVariables(request);
  const [open, setOpen] = useState<readonly (SectionKey | FactKey)[]>(openAtFirst);
  const drafts = useCommentDrafts(request.request_id);
  const sectionKeys = sectionsOf(request);
  const openSections = sectionKeys.filter((key) =>
    commentsOn(comments, key).some(({ resolved }) => !resolved),
  );
  // A comment that was interrupted by the end of the session is shown at once.
  const [choice, setChosen] = useState<SectionKey | null | undefined>(() =>
    sectionKeys.find((key) => drafts.of(key).text !== ''),
  );
  // Before the reader chooses, the comments are those on the first section with an open comment.
  const chosen = choice === undefined ? (openSections[0] ?? null) : choice;
  const [drawerOpen, setDrawerOpen] = useState(false);
  const isWide = useMediaQuery(useTheme().breakpoints.up('lg'));
  const titleId = useId();
  const note = useRef<HTMLDivElement>(null);
  const hasDecided = useRef(false);
  const answered = answeredStage(request) !== undefined;
  useEffect(() => {
    // The button that opened the dialog is removed by the decision and cannot get the focus back.
    if (answered && hasDecided.current) note.current?.focus();
    hasDecided.current = false;
  }, [answered]);
  const all = [...factKeys, ...sectionKeys];
  const allOpen = all.every((key) => open.includes(key));

  const toggle = (key: SectionKey | FactKey) =>
    setOpen(open.includes(key) ? open.filter((other) => other !== key) : [...open, key]);
  /** Opening a section shows its comments, unless a comment on another section is being written. */
  const toggleSection = (key: SectionKey) => {
    toggle(key);
    const isWriting = chosen !== null && drafts.of(chosen).text !== '';
    if (!open.includes(key) && !isWriting) setChosen(key);
  };
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
  return (
    <>
      <RequestHeader request={request} />
      <StageNote request={request} ref={note} />
      <RoundNote request={request} />
      <RequestBrief request={request} comments={comments} onComments={showOpenComments} />
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 380px' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 1.25, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            <Button size="small" onClick={() => setOpen(allOpen ? [] : all)}>
              {allOpen ? 'Close all sections' : 'Open all sections'}
            </Button>
          </Box>
          {factKeys.map((key) => (
            <SectionPanel
              key={key}
              title={facts[key].title}
              open={open.includes(key)}
              onToggle={() => toggle(key)}
            >
              {facts[key].details(request)}
            </SectionPanel>
          ))}
          {sectionKeys.map((key) => (
            <SectionPanel
              key={key}
              id={`section-${key}`}
              title={sections[key]}
              answer={contents[key].answer(request)}
              open={open.includes(key)}
              onToggle={() => toggleSection(key)}
              chosen={isWide && chosen === key}
              action={
                <>
                  {isAnswer(key) && (
                    <EditButton request={request} target={{ kind: key }} name={sections[key]} />
                  )}
                  <CommentButton
                    section={sections[key]}
                    comments={commentsOn(comments, key)}
                    chosen={isWide ? chosen === key : drawerOpen && chosen === key}
                    onChoose={() => choose(key)}
                  />
                </>
              }
            >
              {contents[key].details(request)}
              {key === 'dataSource' && mayEdit(request, key) && (
                <Button
                  component={Link}
                  to={requestPath(paths.requesterDatasets, request.request_id)}
                  variant="outlined"
                  size="small"
                  sx={{ mt: 1.5 }}
                >
                  Datasets and their variables
                </Button>
              )}
            </SectionPanel>
          ))}
        </Box>
        {isWide && (
          <Box
            component="aside"
            aria-labelledby={titleId}
            sx={{
              position: 'sticky',
              top: 64 + 16,
              display: 'flex',
              flexDirection: 'column',
              // The height between the header and the decision bar.
              maxHeight: `calc(100dvh - 64px - 16px - 88px - ${PAGE_BAR_BOTTOM})`,
              [LOW_WINDOW]: { position: 'static', maxHeight: 'none' },
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              bgcolor: 'background.paper',
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
