import Button from '@mui/material/Button';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import type { AssignedRole, User } from '@/api/models';
import { useSession } from '@/api/session';
import { paths } from '@/app/paths';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { RowsSkeleton } from '@/ui/Skeletons';
import { openDraft } from '@/lib/openDraft';
import { recordId } from '@/lib/recordId';
import { useParamsChange } from '@/lib/useParamsChange';
import { returnPath } from '@/lib/returnPath';
import { DraftConflict } from './DraftConflict';
import { draftOf, useDraft } from './draftEffects';
import { RequestWizard } from './RequestWizard';
import { screenAt, type Place } from './screens';
import { TaskList } from './TaskList';
import { WizardHeader } from './WizardHeader';

const TITLE = 'Submit a Data Request';

/**
 * /requester/submitrequest (2 §2): the wizard with the draft of the address, or else the draft that
 * is open in this tab. Without a step in the address, it shows the list of all steps.
 */
export default function SubmitRequestPage() {
  const session = useSession();
  const { isWrong } = useAddress();
  if (!session?.role) return null;
  // A wrong id must open neither another draft nor a new one.
  if (isWrong)
    return <NoDraft message="Draft not found" hint="The link does not lead to a draft." />;
  // Without a browser, during prerendering, there is no draft to read.
  if (import.meta.env.SSR) return <Opening />;
  return <DraftPage key={session.user.user_id} user={session.user} role={session.role} />;
}

function Opening() {
  const step = useAddress().step;
  return (
    <>
      <WizardHeader />
      {screenAt(step) < 0 ? (
        <div data-steps>
          <TaskList onGo={() => undefined} />
        </div>
      ) : (
        <RowsSkeleton />
      )}
    </>
  );
}

/**
 * Returns the draft and the screen of the address, and functions that change them. Changes build on
 * one another (`useParamsChange`): writing the id of a new draft does not undo a change of the screen
 * that is not rendered yet.
 */
function useAddress() {
  const [params, change] = useParamsChange();
  const text = params.get('draft');
  const draft = recordId(text);
  return {
    named: draft ?? null,
    isWrong: text !== null && draft === undefined,
    name: (next: number | null) =>
      change(
        (address) => {
          if (next === null) address.delete('draft');
          else address.set('draft', String(next));
        },
        { replace: true },
      ),
    step: params.get('step'),
    goTo: (place: Place) =>
      change((address) => {
        if (place === 'steps') address.delete('step');
        else address.set('step', place);
      }),
  };
}

function DraftPage({ user, role }: { user: User; role: AssignedRole }) {
  const userId = user.user_id;
  const { named, name, step, goTo } = useAddress();
  const [store, setStore] = useState(() => draftOf(userId, named ?? openDraft.of(userId)));
  const [shownFor, setShownFor] = useState(named);
  if (named !== shownFor) {
    setShownFor(named);
    if (named !== null && named !== store.get().draftId) setStore(draftOf(userId, named));
  }
  // The user has come back, so pages no longer offer the way back.
  useEffect(() => returnPath.forget(), []);
  const session = useDraft(store);
  const { draftId, phase, error, draft, files, conflict } = session;
  // Only a new id of the draft is written into the address. An id that the user enters there is read
  // above.
  const writeId = useEffectEvent((id: number | null) => {
    if (id !== named) name(id);
  });
  useEffect(() => writeId(draftId), [draftId]);
  // The questions are expensive to render. A deferred render can be interrupted, so the page
  // responds meanwhile.
  const isDrawn = useDeferredValue(phase === 'ready');
  if (phase === 'ready' && isDrawn) {
    return (
      <>
        <WizardHeader />
        <RequestWizard
          key={store.key}
          store={store}
          user={user}
          requester={role.assigned_role_id}
          draftId={draftId}
          draft={draft}
          files={files}
          saving={session}
          step={step}
          goTo={goTo}
        />
        {conflict && (
          <DraftConflict session={session} theirs={conflict} onChoose={store.chooseVersion} />
        )}
      </>
    );
  }
  if (phase === 'loading' || phase === 'ready') return <Opening />;
  if (phase === 'failed') {
    return (
      <>
        <PageHeader title={TITLE} />
        <LoadFailed error={error} onRetry={store.load} />
      </>
    );
  }
  return (
    <NoDraft
      message="This draft no longer exists."
      hint="It was submitted or deleted, or it belongs to someone else."
    />
  );
}

function NoDraft({ message, hint }: { message: string; hint: string }) {
  return (
    <>
      <PageHeader title={TITLE} />
      <EmptyState
        message={message}
        hint={hint}
        action={
          <Button component={Link} to={paths.requesterMyRequests} variant="contained">
            My Data Requests
          </Button>
        }
      />
    </>
  );
}
