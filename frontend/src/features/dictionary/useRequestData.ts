import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useRole } from '@/api/session';
import { paths } from '@/app/paths';
import { openSignIn } from '@/lib/accountDialog';
import { pendingLink } from '@/lib/pendingLink';
import { openDraft } from '@/lib/openDraft';
import { toast } from '@/lib/toast';
import { variableSelection } from '@/lib/variableSelection';
import { returnPath } from '@/lib/returnPath';

/**
 * Leads from picked variables to the request form (2 §4, guest flow). Asks for confirmation if
 * nothing was picked, and asks a guest to sign in first. The picks and the pending submission
 * survive the sign-in.
 */
export function useRequestData(dataSourceId: number | undefined) {
  const role = useRole();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);

  const goOn = () => {
    setConfirming(false);
    if (dataSourceId !== undefined) variableSelection.open(dataSourceId);
    variableSelection.markSubmissionPending(true);
    if (role === 'Guest') {
      // An ended session may have left a draft open, to which these picks do not belong. The
      // sign-in must not return to the address of that session either.
      openDraft.close();
      pendingLink.set(null);
      toast('You will need to Log in or sign up in order to submit the Request');
      openSignIn();
    } else {
      void navigate(returnPath.get() ?? paths.requesterSubmitRequest);
    }
  };
  return {
    /** Only guests and requesters request data; other roles only read (2 §2). */
    allowed: role === 'Guest' || role === 'Data Requester',
    confirming,
    begin: () => {
      if (dataSourceId === undefined) {
        void navigate(paths.dataSource);
      } else if (variableSelection.of(dataSourceId).length === 0) {
        setConfirming(true);
      } else {
        goOn();
      }
    },
    accept: goOn,
    decline: () => {
      setConfirming(false);
      toast('Add the variables if the data source has them.');
    },
  };
}
