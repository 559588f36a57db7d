import { useState } from 'react';
import type { AssignedRole, User } from '@/api/models';
import { useSession } from '@/api/session';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { RowsSkeleton } from '@/components/Skeletons';
import { draftOf, useDraft } from './draftStore';
import { RequestWizard } from './RequestWizard';

/** /requester/submitrequest (2 §2): the wizard, once the draft of the account was read from this device. */
export default function SubmitRequestPage() {
  const session = useSession();
  if (!session?.role) return null;
  return <Opened key={session.user.user_id} user={session.user} role={session.role} />;
}

function Opened({ user, role }: { user: User; role: AssignedRole }) {
  const [store] = useState(() => draftOf(user.user_id));
  const { draft, files, saved, conflict } = useDraft(store);
  if (!files) return <RowsSkeleton />;
  return (
    <>
      <RequestWizard
        store={store}
        user={user}
        requester={role.assigned_role_id}
        draft={draft}
        files={files}
        saved={saved}
      />
      <ConfirmDialog
        open={conflict}
        title="Changed in another tab"
        confirmLabel="Keep what is here"
        focus="neither"
        cancelLabel="Take what is in the other tab"
        onConfirm={() => store.settle(true)}
        onCancel={() => store.settle(false)}
        // Neither is thrown away by a click beside the question.
        onDismiss={() => undefined}
      >
        This request is open in another tab, and was changed there and here at once. Only one of the
        two can be kept.
      </ConfirmDialog>
    </>
  );
}
