import { closeFeedback, useFeedbackDialog } from '@/lib/feedbackDialog';
import { ProvideFeedbackDialog } from './ProvideFeedbackDialog';
import { ViewFeedbackDialog } from './ViewFeedbackDialog';

/** Shows the feedback dialog that was opened, over the current screen. */
export default function FeedbackDialogs() {
  const open = useFeedbackDialog();
  if (!open) return null;
  return open.kind === 'view' ? (
    <ViewFeedbackDialog requestId={open.requestId} onClose={closeFeedback} />
  ) : (
    <ProvideFeedbackDialog requestId={open.requestId} onClose={closeFeedback} />
  );
}
