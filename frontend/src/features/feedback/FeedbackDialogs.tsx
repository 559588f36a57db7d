import { closeFeedback, useFeedbackDialog } from '@/lib/feedbackDialog';
import { ProvideFeedbackDialog } from './ProvideFeedbackDialog';
import { ViewFeedbackDialog } from './ViewFeedbackDialog';

/** The feedback dialog that a screen opened, over that screen. */
export default function FeedbackDialogs() {
  const open = useFeedbackDialog();
  if (!open) return null;
  return open.kind === 'view' ? (
    <ViewFeedbackDialog requestId={open.requestId} onClose={closeFeedback} />
  ) : (
    <ProvideFeedbackDialog requestId={open.requestId} onClose={closeFeedback} />
  );
}
