import Box from '@mui/material/Box';
import { useEventCallback } from '@mui/material/utils';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  memo,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type RefObject,
} from 'react';
import type { DraftFile, User } from '@/api/models';
import { ErrorSummary } from '@/ui/ErrorSummary';
import { closeToasts, toast } from '@/lib/toast';
import { useSelectedSource, useSelectedVariables } from '@/lib/variableSelection';
import { today } from '@/lib/days';
import { count } from '@/lib/numbers';
import { draftQueries } from '../queries';
import { DatasetScreen } from './DatasetScreen';
import { DevicesStaffScreen } from './DevicesStaffScreen';
import { emptyDraft, type Draft, type Files } from './draft';
import type { DraftStore } from './draftEffects';
import { EthicsScreen } from './EthicsScreen';
import { outlineOf } from './outline';
import { principalOf, submissionOf } from './payload';
import { PrincipalScreen } from './PrincipalScreen';
import { PurposeScreen } from './PurposeScreen';
import type { Details } from './questions';
import { ReviewScreen } from './ReviewScreen';
import { screenAt, screenOf, screens, type Place, type ScreenId } from './screens';
import { SpecificationScreen } from './SpecificationScreen';
import { StudyScreen } from './StudyScreen';
import { TaskList } from './TaskList';
import { useSubmit } from './useSubmit';
import { namedMessage, submissionFaults, type Fault } from './validation';
import { SaveStatus, type Saving } from './SaveStatus';
import { WizardButtons } from './WizardButtons';
import { fieldId, WizardContext, type Answers, type Wizard } from './wizardContext';
import { WizardFrame } from './WizardFrame';
import { nothingWithdrawn, withdrawnFaults, withdrawnOf } from './withdrawn';
import { WithdrawnNotice } from './WithdrawnNotice';

/**
 * Memoised, because the fields are expensive to render. A change of the saving state does not
 * render them again.
 */
const contents: Record<Exclude<ScreenId, 'review'>, ComponentType> = {
  study: memo(StudyScreen),
  principal: memo(PrincipalScreen),
  ethics: memo(EthicsScreen),
  purpose: memo(PurposeScreen),
  dataset: memo(DatasetScreen),
  specification: memo(SpecificationScreen),
  'devices-staff': memo(DevicesStaffScreen),
};
const LAST = screens.length - 1;
const noFaults: Fault[] = [];

interface Props {
  store: DraftStore;
  /** Null until the draft is on the server. */
  draftId: number | null;
  draft: Draft;
  saving: Saving;
  user: User;
  requester: number;
  files: Files;
  step: string | null;
  goTo: (place: Place) => void;
}

/** Returns all validation errors, in the order of the specification. */
function useFaults(draft: Answers, files: Files, user: User) {
  const dataSourceId = useSelectedSource();
  const variables = useSelectedVariables(dataSourceId);
  return useMemo(() => {
    const variableIds = variables.map(({ var_id }) => var_id);
    const faults = submissionFaults(draft, {
      files,
      dataSourceId,
      variableIds,
      today: today(),
      requester: principalOf(user),
    });
    return { faults, dataSourceId, variableIds };
  }, [draft, files, user, dataSourceId, variables]);
}

/** The four steps from an empty form to a submitted request (2 §2, §4). */
export function RequestWizard(props: Props) {
  const { store, user, requester, draftId, draft, files, saving, step } = props;
  const answers = useAnswers(draft);
  const { faults: found, dataSourceId, variableIds } = useFaults(answers, files, user);
  const [attempts, setAttempts] = useState<Partial<Record<ScreenId, number>>>({});
  const [refused, setRefused] = useState<Fault[]>([]);
  const { withdrawn, reload } = useWithdrawn(draftId);
  const gone = useMemo(
    () => withdrawnFaults(withdrawn, answers, dataSourceId, variableIds),
    [withdrawn, answers, dataSourceId, variableIds],
  );
  /**
   * The errors that validation does not find: withdrawn choices and refusals by the server.
   * Withdrawn choices block the submission, but the user may leave the screen.
   */
  const reported = useMemo(() => [...gone, ...refused], [gone, refused]);
  const isFaulty = (id: ScreenId) => faultsOfScreen(id, found, reported).length > 0;
  const outline = useSame(outlineOf(draft, { files, dataSourceId, variableIds, isFaulty }));
  const asked = screens[screenAt(step)];
  // The list of steps says why a step is not open yet.
  const place: Place = asked && !outline[asked.id].blocked ? asked.id : 'steps';
  const index = screenAt(place);
  const wantedFieldRef = useRef<string>(undefined);
  const title = useFocusOnChange(place, wantedFieldRef);
  /** The uploads in progress. Leaving the screen would abort them. */
  const uploadsRef = useRef(new Set<AbortSignal>());

  /** Returns true, with a warning, while a file is being uploaded. */
  const isUploading = () => {
    if (uploadsRef.current.size === 0) return false;
    toast('A file is still being uploaded. Wait for it, or cancel it.', 'warning');
    return true;
  };

  const goTo = (next: Place, field?: string) => {
    if (isUploading()) return;
    if (next === 'review') store.change({ reached: LAST + 1 });
    wantedFieldRef.current = field;
    props.goTo(next);
  };
  const noteAttempt = (...ids: ScreenId[]) =>
    // A transition, because it renders all fields with errors again. The button responds first.
    startTransition(() =>
      setAttempts((known) => ({
        ...known,
        ...Object.fromEntries(ids.map((id) => [id, (known[id] ?? 0) + 1])),
      })),
    );
  const submit = useSubmit(store, (faults) => {
    setRefused(faults);
    reload();
    const concerned = [...new Set(faults.map(({ field }) => screenOf(field)))];
    noteAttempt(...concerned);
    const first = screens.find(({ id }) => concerned.includes(id));
    if (first) goTo(first.id);
  });

  const faultsAt = (id: ScreenId, others = reported) => faultsOfScreen(id, found, others);
  const attempt = place === 'steps' ? 0 : (attempts[place] ?? 0);
  const attempted = attempt > 0;
  const shown = useMemo(
    () => (attempted && place !== 'steps' ? faultsOfScreen(place, found, reported) : noFaults),
    [attempted, place, found, reported],
  );
  /** Removes the server's errors of an answer that was changed. */
  const forgive = (concerns: (field: string) => boolean) =>
    setRefused((known) => known.filter(({ field }) => !concerns(field)));

  /** Opens a later screen, or the list of steps if that screen is not open yet. */
  const advanceTo = (next: number, changes: Partial<Answers> = {}) => {
    const id = screens[next]?.id ?? 'review';
    const faultsLeft = screens.some(
      (other) => other.id !== 'review' && faultsOfScreen(other.id, found, refused).length > 0,
    );
    const isOpen = id === 'review' ? draft.reached > LAST || !faultsLeft : !outline[id].blocked;
    const reached = isOpen ? next + 1 : next;
    closeToasts();
    store.change({ ...changes, reached: Math.max(draft.reached, reached) });
    void store.saveAll();
    goTo(isOpen ? id : 'steps');
  };
  /** Advances, unless the current screen has an error other than a withdrawn choice. */
  const leaveFor = (next: number) => {
    if (isUploading() || place === 'steps') return;
    const [first] = faultsAt(place, refused);
    if (first) {
      noteAttempt(place);
      toast(namedMessage(first), 'warning');
      return;
    }
    advanceTo(next);
  };
  const skip = () => advanceTo(index + 1, { filters: emptyDraft.filters });
  const send = () => {
    const blocked = screens.find(({ id }) => faultsAt(id).length > 0);
    if (blocked) {
      noteAttempt(blocked.id);
      const [first] = faultsAt(blocked.id);
      if (first) toast(namedMessage(first), 'warning');
      goTo(blocked.id);
    } else if (dataSourceId !== null) {
      const circumstances = { files, user, requester, dataSourceId, variableIds, draftId };
      submit.send(submissionOf(draft, circumstances));
    }
  };

  const onGo = useEventCallback(goTo);
  const answer = useEventCallback((changes: Partial<Details>) => {
    store.change({ details: { ...store.get().draft.details, ...changes } });
    const names = Object.keys(changes).map((name) =>
      name === 'purposes' ? 'request_purposes' : name,
    );
    forgive((field) => names.includes(field));
  });
  const change = useEventCallback((changes: Partial<Answers>) => {
    store.change(changes);
    forgive(
      (field) =>
        (changes.filters !== undefined && field.startsWith('filters')) ||
        (changes.devices !== undefined && field.startsWith('list_of_devices')) ||
        (changes.staff !== undefined && field.startsWith('list_of_staff')),
    );
  });
  const setFile = useEventCallback((slot: string, file: DraftFile | null) => {
    store.setFile(slot, file);
    forgive((field) => field === slot);
  });
  const upload = useEventCallback<Parameters<Wizard['upload']>, ReturnType<Wizard['upload']>>(
    (slot) => async (file, onProgress, signal) => {
      const end = () => uploadsRef.current.delete(signal);
      uploadsRef.current.add(signal);
      signal.addEventListener('abort', end, { once: true });
      try {
        return await store.upload(slot, file, onProgress, signal);
      } finally {
        end();
      }
    },
  );
  const { addressOf } = store;
  const wizard = useMemo<Wizard>(
    () => ({
      user,
      draftId,
      draft: answers,
      files,
      withdrawn,
      goTo: onGo,
      answer,
      change,
      setFile,
      upload,
      addressOf,
      faultOf: (name) => {
        const fault = shown.find(({ field }) => field === name);
        return fault && (fault.inline ?? fault.message);
      },
    }),
    [
      user,
      draftId,
      answers,
      files,
      withdrawn,
      onGo,
      answer,
      change,
      setFile,
      upload,
      addressOf,
      shown,
    ],
  );
  if (place === 'steps') {
    return (
      <TaskList
        outline={outline}
        onGo={onGo}
        title={title}
        status={<SaveStatus saving={saving} />}
      />
    );
  }
  const Content = place === 'review' ? null : contents[place];
  return (
    <WizardContext value={wizard}>
      <WizardFrame index={index} outline={outline} onGo={onGo} title={title}>
        <WithdrawnNotice gone={gone} onGo={onGo} />
        <Box sx={{ maxWidth: 760 }}>
          <ErrorSummary
            attempt={attempt}
            faults={shown.map((fault) => ({
              fieldId: fieldId(rowOf(fault.field)),
              message: nameRow(fault.field, draft) + namedMessage(fault),
            }))}
          />
        </Box>
        {Content ? <Content /> : <ReviewScreen pending={submit.pending} />}
        <WizardButtons
          index={index}
          saving={saving}
          canReturn={draft.reached > LAST}
          pending={submit.pending}
          error={submit.error}
          submits={submittedWords(draft, files.size, variableIds.length)}
          onPrevious={() => goTo(screens[index - 1]?.id ?? 'steps')}
          onNext={() => leaveFor(index + 1)}
          onReturn={() => leaveFor(LAST)}
          onSkip={skip}
          onSubmit={send}
        />
      </WizardFrame>
    </WizardContext>
  );
}

/** Returns the same object while its content is the same, because the steps are memoised. */
function useSame<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as Value, [text]);
}

/** Returns the draft's answers. The object remains the same while only `reached` changes. */
function useAnswers({ details, filters, devices, staff }: Draft): Answers {
  return useMemo(() => ({ details, filters, devices, staff }), [details, filters, devices, staff]);
}

/**
 * Returns the first error of each field or row of a screen. Current validation errors precede those
 * of the server.
 */
function faultsOfScreen(
  id: ScreenId,
  found: readonly Fault[],
  reported: readonly Fault[],
): Fault[] {
  const faults = new Map<string, Fault>();
  for (const fault of [...found, ...reported]) {
    const place = rowOf(fault.field);
    if (screenOf(fault.field) === id && !faults.has(place)) faults.set(place, fault);
  }
  return [...faults.values()];
}

/**
 * Returns the choices that the draft contained when it was opened and that are no longer offered.
 * Later choices are always offered ones.
 */
function useWithdrawn(draftId: number | null) {
  const [opened] = useState(draftId);
  const client = useQueryClient();
  const query = draftQueries.notOffered(opened ?? 0);
  const { data } = useQuery({ ...query, enabled: opened !== null });
  const withdrawn = useMemo(() => (data ? withdrawnOf(data) : nothingWithdrawn), [data]);
  const reload = () => void client.invalidateQueries({ queryKey: query.queryKey });
  return { withdrawn, reload };
}

/** Returns the row that contains a field, so that the error leads to the row. */
const rowOf = (field: string) => /^list_of_\w+\[\d+\]/.exec(field)?.[0] ?? field;

/** Returns a prefix such as "Laptop: " that distinguishes the errors of several rows. */
function nameRow(field: string, { devices, staff }: Draft): string {
  const [, list, index] = /^list_of_(devices|staff)\[(\d+)\]/.exec(field) ?? [];
  const member = staff[Number(index)];
  const name =
    list === 'devices'
      ? devices[Number(index)]?.equipment_name
      : list === 'staff' && member && `${member.first_name} ${member.surname}`;
  return name ? `${name}: ` : '';
}

/** Says what the button Submit sends. */
const submittedWords = ({ details, devices, staff }: Draft, files: number, variables: number) =>
  [
    `Submit sends "${details.title.trim()}" to the reviewers: ${count(variables, 'variable')}`,
    count(files, 'document'),
    `${count(devices.length, 'device')} and ${count(staff.length, 'staff member')}.`,
  ].join(', ');

/**
 * Scrolls to the top and focuses the title when another screen of the wizard opens, or the field
 * that the user wants to change.
 */
function useFocusOnChange(place: Place, wantedFieldRef: RefObject<string | undefined>) {
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    window.scrollTo(0, 0);
    const wanted = wantedFieldRef.current;
    wantedFieldRef.current = undefined;
    const field = wanted === undefined ? null : document.getElementById(fieldId(wanted));
    // The error summary takes the focus itself.
    if (field) field.focus();
    else if (!title.current?.closest('section')?.querySelector('[role="alert"]'))
      title.current?.focus();
  }, [place, wantedFieldRef]);
  return title;
}
