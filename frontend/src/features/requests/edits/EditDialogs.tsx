import { Suspense, useEffect } from 'react';
import { lazyPart } from '@/lib/lazyPart';
import { closeEdit, useRequestEdit } from '@/lib/requestEdits';

/** Loaded with the first edit: fields for days and files weigh more than all that is only read. */
const EditDialog = lazyPart(() => import('./EditDialog'));

/** The dialog by which a submitted request is edited, while one is open (2 §2, "request patch modal"). */
export function EditDialogs() {
  const edit = useRequestEdit();
  // A page that is left takes its dialog with it.
  useEffect(() => closeEdit, []);
  return <Suspense fallback={null}>{edit && <EditDialog />}</Suspense>;
}
