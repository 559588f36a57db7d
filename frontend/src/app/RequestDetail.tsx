import { EditDialogs } from '@/features/requests/edits/EditDialogs';
import RequestDetailPage from '@/features/review/RequestDetailPage';

/** The page on which staff review a request, with the dialogs by which a Super User edits a denied one. */
export default function RequestDetail() {
  return (
    <>
      <RequestDetailPage />
      <EditDialogs />
    </>
  );
}
