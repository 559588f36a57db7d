import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import type { DataRequest } from '@/api/models';
import { lazyPart } from '@/lib/lazyPart';

const RecallDialog = lazyPart(() => import('./RecallDialog'));

interface Props {
  request: DataRequest;
  /** Names the request as this page does: by tracking ID or reference. */
  name: string;
}

/** Recalls a pending request. Renders nothing if the reader may not recall it. */
export function RecallButton({ request, name }: Props) {
  const [asking, setAsking] = useState(false);
  if (!request.may_recall) return null;
  return (
    <>
      <Button color="error" variant="outlined" onClick={() => setAsking(true)}>
        Recall Request
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <RecallDialog request={request} name={name} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
