import Alert from '@mui/material/Alert';
import type { Ref } from 'react';
import { useSession } from '@/api/session';
import type { DataRequest } from '@/api/models';
import { stageWords } from './stageWords';

interface Props {
  request: DataRequest;
  /** Gets the focus after a decision. */
  ref?: Ref<HTMLDivElement>;
}

/**
 * Tells the decision at the reader's stage, and for whom the request waits since (decisions C18).
 * Renders nothing before the decision.
 */
export function StageNote({ request, ref }: Props) {
  const words = stageWords(request, useSession()?.user.user_id);
  if (!words) return null;
  return (
    <Alert
      ref={ref}
      tabIndex={-1}
      role="status"
      severity={request.status === 'Denied' ? 'info' : 'success'}
      sx={{ mb: 2 }}
    >
      {words}
    </Alert>
  );
}
