import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { DataRequest, StateComment } from '@/api/models';
import { paths, requestPath } from '@/app/paths';
import { CommentButton } from '@/shared/requests/CommentButton';
import { EditButton } from '@/shared/requests/EditButton';
import { Purposes } from '@/shared/requests/Purposes';
import { mayEdit } from '@/lib/requestEdits';
import { commentsOn, sections, sectionsOf, type SectionKey } from '@/lib/requestSections';
import { contents } from './content';
import { RequestDetails } from './RequestDetails';
import { RequesterDetails } from './RequesterDetails';
import { SectionPanel } from './SectionPanel';

/**
 * The sections without comments, except Requester Details, which opens and closes together with the
 * principal investigator.
 */
const facts = {
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

export type PanelKey = SectionKey | FactKey;

export const openAtFirst: readonly PanelKey[] = [...factKeys, 'principal'];

export const panelsOf = (request: DataRequest): PanelKey[] => [...factKeys, ...sectionsOf(request)];

const forms = [
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
const isForm = (key: SectionKey): key is (typeof forms)[number] =>
  (forms as readonly SectionKey[]).includes(key);

interface Props {
  request: DataRequest;
  comments: readonly StateComment[];
  open: readonly PanelKey[];
  onToggle: (key: PanelKey) => void;
  isRead: (key: SectionKey) => boolean;
  onRead: (key: SectionKey) => void;
  /** The section whose comments are shown beside or below it. */
  chosen: SectionKey | null;
  /** The section whose comment button is pressed. */
  pressed: SectionKey | null;
  onComments: (key: SectionKey) => void;
  /** The comments, to be shown below the chosen section or above all sections. */
  inlineComments: ReactNode;
  /** True in a narrow column of a wide screen. */
  narrow: boolean;
}

/**
 * The sections of a request (2 §2): the people in one card, the facts of the request, the answers,
 * and the approval chain last.
 */
export function SectionList(props: Props) {
  const { request, comments, open, onToggle, chosen, pressed, onComments, inlineComments } = props;
  const { narrow, isRead, onRead } = props;
  const answers = sectionsOf(request).filter((key) => key !== 'principal' && key !== 'chain');
  const inOrder = [...answers, 'chain' as const];

  const panel = (key: SectionKey, bare = false) => (
    <SectionPanel
      id={`section-${key}`}
      title={sections[key]}
      answer={contents[key].answer(request)}
      open={open.includes(key)}
      onToggle={() => onToggle(key)}
      read={isRead(key)}
      onSeen={() => onRead(key)}
      chosen={chosen === key}
      narrow={narrow || bare}
      bare={bare}
      action={
        <>
          {isForm(key) && (
            <EditButton request={request} target={{ kind: key }} name={sections[key]} />
          )}
          <CommentButton
            section={sections[key]}
            comments={commentsOn(comments, key)}
            chosen={pressed === key}
            onChoose={() => onComments(key)}
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
  );
  const commentsBelow = (key: SectionKey) => chosen === key && inlineComments;

  return (
    <>
      {chosen === null && inlineComments}
      <Box
        sx={{
          display: 'grid',
          // Two columns where both have room for an email address.
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
          border: 1,
          borderColor: chosen === 'principal' ? 'primary.main' : 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
        }}
      >
        <SectionPanel
          title="Requester Details"
          answer={`${request.requester.fname} ${request.requester.sname}`}
          open={open.includes('principal')}
          onToggle={() => onToggle('principal')}
          narrow
          bare
        >
          <RequesterDetails request={request} dense />
        </SectionPanel>
        {panel('principal', true)}
      </Box>
      {commentsBelow('principal')}
      {factKeys.map((key) => (
        <SectionPanel
          key={key}
          title={facts[key].title}
          open={open.includes(key)}
          onToggle={() => onToggle(key)}
          narrow={narrow}
        >
          {facts[key].details(request)}
        </SectionPanel>
      ))}
      {inOrder.map((key) => (
        <Fragment key={key}>
          {panel(key)}
          {commentsBelow(key)}
        </Fragment>
      ))}
    </>
  );
}
