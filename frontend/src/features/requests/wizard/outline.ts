import { emptyDraft, type Draft, type Files } from './draft';
import { documents, documentSlots, emptyDetails, fields, questions } from './questions';
import { screens, type ScreenId } from './screens';

export type StepState = 'notStarted' | 'incomplete' | 'complete';

/** A screen of the wizard, which the list of steps calls a step. */
interface Step {
  state: StepState;
  /** The reason why the step cannot be opened yet. */
  blocked?: string;
}

/** The state of each step of the wizard. */
export type Outline = Readonly<Record<ScreenId, Step>>;

interface Circumstances {
  files: Files;
  dataSourceId: number | null;
  variableIds: readonly number[];
  /** True if the step has an error, also one that is not shown yet. */
  isFaulty: (id: ScreenId) => boolean;
}

/** The number of the screen, from 1, as in `reached`. */
const numberOf = (id: ScreenId): number => screens.findIndex((screen) => screen.id === id) + 1;

/**
 * Returns the state of each step. Steps can be answered in any order, except two: devices are used
 * from the day on which the data is needed, and the review shows the answers of all steps.
 */
export function outlineOf(draft: Draft, circumstances: Circumstances): Outline {
  const { isFaulty } = circumstances;
  const stateOf = (id: ScreenId): StepState => {
    if (!isStarted(id, draft, circumstances)) return 'notStarted';
    return isFaulty(id) ? 'incomplete' : 'complete';
  };
  const steps = Object.fromEntries(screens.map(({ id }) => [id, { state: stateOf(id) }]));
  const outline = steps as Record<ScreenId, Step>;
  const isOpen = (id: ScreenId) =>
    outline[id].state !== 'notStarted' || draft.reached >= numberOf(id);
  if (!draft.details.needed_on && !isOpen('devices-staff')) {
    outline['devices-staff'].blocked =
      'Answer "Date needed" under "Your study" first: devices are used from that day on.';
  }
  if (!isOpen('review') && screens.some(({ id }) => id !== 'review' && isFaulty(id))) {
    outline.review.blocked = 'Complete the other steps first.';
  }
  return outline;
}

/** True if the step has an answer. The optional step also counts once it was passed. */
function isStarted(id: ScreenId, draft: Draft, circumstances: Circumstances): boolean {
  const { files, dataSourceId, variableIds } = circumstances;
  switch (id) {
    case 'specification':
      return (
        draft.reached > numberOf(id) ||
        JSON.stringify(draft.filters) !== JSON.stringify(emptyDraft.filters)
      );
    case 'devices-staff':
      return draft.devices.length > 0 || draft.staff.length > 0;
    case 'review':
      return false;
    default:
      return (
        (id === 'dataset' && (dataSourceId !== null || variableIds.length > 0)) ||
        documentSlots.some((slot) => documents[slot].screen === id && files.has(slot)) ||
        fields.some(
          (field) =>
            questions[field].screen === id &&
            String(draft.details[field]) !== String(emptyDetails[field]),
        )
      );
  }
}

/** The outline of a draft without answers. */
export const emptyOutline = outlineOf(emptyDraft, {
  files: new Map(),
  dataSourceId: null,
  variableIds: [],
  isFaulty: (id) => id !== 'specification',
});

export const completeSteps = (outline: Outline): number =>
  screens.filter(({ id }) => outline[id].state === 'complete').length;
