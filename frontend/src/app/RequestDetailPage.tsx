import { EditDialogs } from '@/features/requests/edits/EditDialogs';
import { ReviewScreen } from '@/features/review/ReviewScreen';

/** The page on which staff review a request, with the dialogs by which a Super User edits a denied one. */
export default function RequestDetailPage() {
  return (
    <>
      <ReviewScreen />
      <EditDialogs />
    </>
  );
}
