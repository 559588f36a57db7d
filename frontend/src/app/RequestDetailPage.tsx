import { EditDialogs } from '@/features/requests/edits/EditDialogs';
import { ReviewScreen } from '@/features/review/ReviewScreen';

/**
 * Shows a request to staff for review, with the dialogs in which a Super User edits a denied
 * request.
 */
export default function RequestDetailPage() {
  return (
    <>
      <ReviewScreen />
      <EditDialogs />
    </>
  );
}
