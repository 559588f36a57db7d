import Button from '@mui/material/Button';
import { useState } from 'react';
import type { DataRequest, Term } from '@/api/models';
import { lazyDialog } from '@/lib/lazyPart';

const ExtendTermDialog = lazyDialog(() => import('./ExtendTermDialog'), 'ExtendTermDialog');

/** Extends the term of a request. Renders nothing if the reader may not extend it. */
export function ExtendTermButton({ request }: { request: DataRequest }) {
  // The term that is to be extended, so that the dialog remains when another person decides.
  const [term, setTerm] = useState<Term>();
  const { acting, expected } = request;
  return (
    <>
      {acting.extend.allowed && expected && (
        <Button variant="outlined" onClick={() => setTerm(expected.term)}>
          Extend the term
        </Button>
      )}
      {term && (
        <ExtendTermDialog request={request} term={term} onClose={() => setTerm(undefined)} />
      )}
    </>
  );
}
