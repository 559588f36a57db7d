import Box from '@mui/material/Box';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import dayjs from 'dayjs';
import { useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import { Link as RouterLink } from 'react-router';
import type { User } from '@/api/models';
import { paths } from '@/app/paths';
import { ErrorSummary } from '@/components/ErrorSummary';
import { PageHeader } from '@/components/PageHeader';
import { toast } from '@/lib/toast';
import { useSelectedSource, useSelectedVariables } from '@/lib/variableSelection';
import { serverNow } from '@/lib/serverTime';
import { DatasetScreen } from './DatasetScreen';
import { DevicesStaffScreen } from './DevicesStaffScreen';
import { emptyDraft, type Draft, type Files } from './draft';
import type { DraftStore } from './draftStore';
import { EthicsScreen } from './EthicsScreen';
import type { Fault } from './faults';
import { MAX_FILES_SIZE, sizeOf, submissionOf } from './payload';
import { PrincipalScreen } from './PrincipalScreen';
import { Progress } from './Progress';
import { PurposeScreen } from './PurposeScreen';
import { ReviewScreen } from './ReviewScreen';
import { screenAt, screenOf, screens, steps, type ScreenId } from './screens';
import { SpecificationScreen } from './SpecificationScreen';
import { StudyScreen } from './StudyScreen';
import { useSubmit } from './useSubmit';
import { detailsFaults, filtersFaults, listsFaults } from './validation';
import { WizardButtons, type Saving } from './WizardButtons';
import { fieldId, WizardContext, type Wizard } from './wizardContext';

const contents: Record<Exclude<ScreenId, 'review'>, ComponentType> = {
  study: StudyScreen,
  principal: PrincipalScreen,
  ethics: EthicsScreen,
  purpose: PurposeScreen,
  dataset: DatasetScreen,
  specification: SpecificationScreen,
  'devices-staff': DevicesStaffScreen,
};
const LAST = screens.length - 1;

interface Props {
  store: DraftStore;
  /** None until the server has it. */
  draftId: number | null;
  draft: Draft;
  saving: Saving;
  user: User;
  /** The assigned role in which the request is made. */
  requester: number;
  files: Files;
  /** The screen that the address names. */
  step: string | null;
  /** Names another one there. */
  goTo: (id: ScreenId) => void;
}

/** Everything that is wrong now, in the order of the specification. */
function useFaults(draft: Draft, files: Files) {
  const dataSourceId = useSelectedSource();
  const variables = useSelectedVariables(dataSourceId);
  return useMemo(() => {
    const variableIds = variables.map(({ var_id }) => var_id);
    const today = dayjs(serverNow()).format('YYYY-MM-DD');
    const faults = [
      ...detailsFaults(draft.details, { files, dataSourceId, variableIds, today }),
      ...filtersFaults(draft.filters),
      ...listsFaults(draft, files),
    ];
    if (sizeOf(files) > MAX_FILES_SIZE) {
      faults.push({
        field: 'files',
        message: 'The files together are too large. The limit is 45 MB for all of them.',
      });
    }
    return { faults, dataSourceId, variableIds };
  }, [draft, files, dataSourceId, variables]);
}

/** The four steps from an empty form to a submitted request (2 §2, §4). */
export function RequestWizard(props: Props) {
  const { store, user, requester, draftId, draft, files, saving, step } = props;
  const index = Math.min(screenAt(step), draft.reached - 1, LAST);
  const screen = screens[index] ?? screens[0]!;
  const { faults: found, dataSourceId, variableIds } = useFaults(draft, files);
  const [attempts, setAttempts] = useState<Partial<Record<ScreenId, number>>>({});
  const [refused, setRefused] = useState<Fault[]>([]);
  const title = useFocusOnChange(screen.id);
  /** The files that are on their way: leaving the screen would end them. */
  const going = useRef(new Set<AbortSignal>());

  const isHeldUp = () => {
    if (going.current.size === 0) return false;
    toast('A file is still being uploaded. Wait for it, or cancel it.', 'warning');
    return true;
  };

  const goTo = (id: ScreenId) => {
    if (!isHeldUp()) props.goTo(id);
  };
  const attempt = (...ids: ScreenId[]) =>
    setAttempts((known) => ({
      ...known,
      ...Object.fromEntries(ids.map((id) => [id, (known[id] ?? 0) + 1])),
    }));
  const submit = useSubmit(store, (faults) => {
    setRefused(faults);
    const concerned = [...new Set(faults.map(({ field }) => screenOf(field)))];
    attempt(...concerned);
    const first = screens.find(({ id }) => concerned.includes(id));
    if (first) goTo(first.id);
  });

  const faultsAt = (id: ScreenId) => {
    const own = found.filter(({ field }) => screenOf(field) === id);
    const told = refused.filter(
      ({ field }) => screenOf(field) === id && !own.some((fault) => fault.field === field),
    );
    return [...own, ...told];
  };
  const shown = attempts[screen.id] ? faultsAt(screen.id) : [];
  /** An answer was changed: what the server said of it is past. */
  const forgive = (concerns: (field: string) => boolean) =>
    setRefused((known) => known.filter(({ field }) => !concerns(field)));

  const leaveFor = (next: number) => {
    if (isHeldUp()) return;
    const [first] = faultsAt(screen.id);
    if (first) {
      attempt(screen.id);
      toast(first.message, 'warning');
      return;
    }
    store.change({ reached: Math.max(draft.reached, next + 1) });
    void store.saveAll();
    goTo(screens[next]?.id ?? 'review');
  };
  const skip = () => {
    store.change({ filters: emptyDraft.filters, reached: Math.max(draft.reached, index + 2) });
    void store.saveAll();
    goTo('devices-staff');
  };
  const send = () => {
    const blocked = screens.find(({ id }) => faultsAt(id).length > 0);
    if (blocked) {
      attempt(blocked.id);
      toast(faultsAt(blocked.id)[0]?.message ?? '', 'warning');
      goTo(blocked.id);
    } else if (dataSourceId !== null) {
      const circumstances = { files, user, requester, dataSourceId, variableIds, draftId };
      submit.send(submissionOf(draft, circumstances));
    }
  };

  const wizard: Wizard = {
    user,
    draft,
    files,
    goTo,
    answer: (changes) => {
      store.change({ details: { ...draft.details, ...changes } });
      const names = Object.keys(changes).map((name) =>
        name === 'purposes' ? 'request_purposes' : name,
      );
      forgive((field) => names.includes(field));
    },
    change: (changes) => {
      store.change(changes);
      forgive(
        (field) =>
          (changes.filters !== undefined && field.startsWith('filters')) ||
          (changes.devices !== undefined && field.startsWith('list_of_devices')) ||
          (changes.staff !== undefined && field.startsWith('list_of_staff')),
      );
    },
    setFile: (slot, file) => {
      store.setFile(slot, file);
      forgive((field) => field === slot);
    },
    upload: (slot) => async (file, onProgress, signal) => {
      const end = () => going.current.delete(signal);
      going.current.add(signal);
      signal.addEventListener('abort', end, { once: true });
      try {
        return await store.upload(slot, file, onProgress, signal);
      } finally {
        end();
      }
    },
    addressOf: store.addressOf,
    faultOf: (field) => shown.find((fault) => fault.field === field)?.message,
  };
  const Content = screen.id === 'review' ? null : contents[screen.id];

  return (
    <WizardContext value={wizard}>
      <PageHeader
        title="Submit a Data Request"
        purpose="Four steps. You can stop at any time and go on later, on any device."
        above={
          <Breadcrumbs aria-label="Breadcrumb">
            <Link component={RouterLink} to={paths.root}>
              Home
            </Link>
            <Link component={RouterLink} to={paths.dataSource}>
              Data Dictionary
            </Link>
            <Typography aria-current="page">Data Request Form</Typography>
          </Breadcrumbs>
        }
      />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '240px minmax(0, 1fr)' },
          columnGap: 5,
          alignItems: 'start',
        }}
      >
        <Progress current={index} reached={draft.reached} onGo={goTo} />
        <Box component="section" aria-labelledby="wizard-screen">
          <Box sx={{ mb: 3 }}>
            <Typography
              variant="overline"
              color="textSecondary"
              sx={{ display: { xs: 'none', md: 'block' } }}
            >
              Step {screen.step + 1} of {steps.length}
              {steps[screen.step] !== screen.title && ` · ${steps[screen.step]}`}
            </Typography>
            <Typography id="wizard-screen" variant="h2" ref={title} tabIndex={-1}>
              {screen.title}
            </Typography>
            <Typography color="textSecondary" sx={{ maxWidth: 760 }}>
              {screen.purpose}
            </Typography>
          </Box>
          <Box sx={{ maxWidth: 760 }}>
            <ErrorSummary
              attempt={attempts[screen.id] ?? 0}
              faults={shown.map(({ field, message }) => ({
                fieldId: fieldId(rowOf(field)),
                message: nameRow(field, draft) + message,
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
            onPrevious={() => goTo(screens[index - 1]?.id ?? 'study')}
            onNext={() => leaveFor(index + 1)}
            onReturn={() => leaveFor(LAST)}
            onSkip={skip}
            onSubmit={send}
          />
        </Box>
      </Box>
    </WizardContext>
  );
}

/** A fault inside a row leads to the row. */
const rowOf = (field: string) => /^list_of_\w+\[\d+\]/.exec(field)?.[0] ?? field;

/** "Laptop: " before the fault of a row, so that it can be told apart. */
function nameRow(field: string, { devices, staff }: Draft): string {
  const [, list, index] = /^list_of_(devices|staff)\[(\d+)\]/.exec(field) ?? [];
  const member = staff[Number(index)];
  const name =
    list === 'devices'
      ? devices[Number(index)]?.equipment_name
      : list === 'staff' && member && `${member.first_name} ${member.surname}`;
  return name ? `${name}: ` : '';
}

/** Another screen of the wizard: its title gets the focus, and the window shows its top. */
function useFocusOnChange(id: ScreenId) {
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    window.scrollTo(0, 0);
    // With faults to show, the summary takes the focus itself.
    if (!title.current?.closest('section')?.querySelector('[role="alert"]')) title.current?.focus();
  }, [id]);
  return title;
}
