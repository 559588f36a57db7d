import { RequestScreen } from './RequestScreen';
import { RequestReview } from './RequestReview';

/**
 * /datarequest: one request by section, with comments and the decision (2 §2 "Request detail
 * page").
 */
export function ReviewScreen() {
  return (
    <RequestScreen>
      {(request) => <RequestReview key={request.request_id} request={request} />}
    </RequestScreen>
  );
}
