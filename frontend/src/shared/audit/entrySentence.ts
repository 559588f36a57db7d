import type { ActEntry } from '@/api/models';

interface Sentence {
  text: string;
  /** The names of the details that the sentence contains or replaces. */
  said: readonly string[];
}

const plain: Record<string, string> = {
  'request.submitted': 'submitted the Data Request',
  'request.recalled': 'recalled the Data Request',
  'request.resubmitted': 'resubmitted the Data Request',
  'request.term_extended': 'extended the term',
  'request.released': 'released the data',
  'request.letter_issued': 'issued the letter of approval',
  'request.replied': 'replied to a comment',
  'request.comment_resolved': 'resolved a comment',
  'request.comment_reopened': 'reopened a comment',
  'request.feedback_given': 'gave feedback',
  'request.feedback_changed': 'changed the feedback',
  'request.document_opened': 'opened a document',
  'request.exported': 'exported the Data Request',
};

/** Details of acts with an own sentence that would repeat it, or count stages from another start. */
const IMPLIED = ['outcome', 'status', 'state', 'stage', 'stages'];

/**
 * "Odette Marsh approved as Data Custodian": an entry about a request as a sentence. Undefined for
 * an act without an own sentence. `roleAt` returns the role of a stage.
 */
export function entrySentence(
  { kind, details }: ActEntry,
  actor: string,
  roleAt: (stateId: unknown) => string | undefined,
): Sentence | undefined {
  const { section } = details;
  if (kind === 'request.decided') {
    const verb = details.outcome === 'Denied' ? 'denied' : 'approved';
    const role = roleAt(details.state);
    return { text: `${actor} ${verb}${role ? ` as ${role}` : ''}`, said: IMPLIED };
  }
  if (kind === 'request.edited') {
    const what = typeof section === 'string' ? section : 'the Data Request';
    return { text: `${actor} edited ${what}`, said: ['section'] };
  }
  if (kind === 'request.commented' && typeof section === 'string') {
    const did = details.action_required === true ? 'required action on' : 'commented on';
    return { text: `${actor} ${did} ${section}`, said: ['section', 'action_required', 'state'] };
  }
  const did = plain[kind];
  return did === undefined ? undefined : { text: `${actor} ${did}`, said: IMPLIED };
}
