import { Suspense, useEffect } from 'react';
import { lazyPart } from '@/lib/lazyPart';
import { closeEdit, useRequestEdit } from '@/lib/requestEdits';

/**
 * Loaded with the first edit: date and file fields weigh more than the read-only parts together.
 */
const EditDialog = lazyPart(() => import('./EditDialog'));

/** The dialog that edits a submitted request, while one is open (2 §2, "request patch modal"). */
export function EditDialogs() {
  const edit = useRequestEdit();
  // Closes the dialog when the user leaves the page.
  useEffect(() => closeEdit, []);
  return <Suspense fallback={null}>{edit && <EditDialog />}</Suspense>;
}
