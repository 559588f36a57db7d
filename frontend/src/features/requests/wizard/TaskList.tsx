import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import RadioButtonUncheckedOutlined from '@mui/icons-material/RadioButtonUncheckedOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import type SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import type { ReactNode, Ref } from 'react';
import { PlainList } from '@/ui/PlainList';
import { StateChip, type StatusColourName } from '@/ui/StateChip';
import { completeSteps, emptyOutline, type Outline, type StepState } from './outline';
import { screens, type ScreenId } from './screens';

const looks: Record<StepState, { label: string; colour: StatusColourName; icon: typeof SvgIcon }> =
  {
    notStarted: { label: 'Not started', colour: 'halted', icon: RadioButtonUncheckedOutlined },
    incomplete: { label: 'Incomplete', colour: 'unattended', icon: EditOutlined },
    complete: { label: 'Complete', colour: 'approved', icon: CheckCircleOutlined },
  };

interface Props {
  /** Undefined while the draft is loaded. */
  outline?: Outline;
  onGo: (screen: ScreenId) => void;
  title?: Ref<HTMLHeadingElement>;
  /** Where the draft is saved. */
  status?: ReactNode;
}

/** Start and return page of a draft: all steps with their states, open in any order. */
export function TaskList({ outline, onGo, title, status }: Props) {
  const steps = outline ?? emptyOutline;
  const done = completeSteps(steps);
  const next = screens.find(({ id }) => steps[id].state !== 'complete' && !steps[id].blocked);
  return (
    <Box component="section" aria-labelledby="wizard-screen" sx={{ maxWidth: 900 }}>
      <Typography id="wizard-screen" variant="h2" ref={title} tabIndex={-1}>
        Steps of your request
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2, maxWidth: 760 }}>
        <Box component="strong" sx={{ color: 'text.primary' }}>
          {outline ? done : '–'} of {screens.length} complete.
        </Box>{' '}
        Answer them in any order. Your answers are saved as you type.
      </Typography>
      <PlainList
        component="ol"
        sx={{
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
        }}
      >
        {screens.map((screen) => (
          <Row
            key={screen.id}
            {...screen}
            blocked={steps[screen.id].blocked}
            state={outline?.[screen.id].state}
            onOpen={() => onGo(screen.id)}
          />
        ))}
      </PlainList>
      <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        {outline && next ? (
          <Button variant="contained" onClick={() => onGo(next.id)}>
            {next.id === 'review' ? 'Review and submit' : `Continue with ${next.title}`}
          </Button>
        ) : (
          <Skeleton variant="rounded" width={220} height={36.5} />
        )}
        {status}
      </Box>
    </Box>
  );
}

interface RowProps {
  id: ScreenId;
  title: string;
  purpose: string;
  blocked: string | undefined;
  state: StepState | undefined;
  onOpen: () => void;
}

function Row({ id, title, purpose, blocked, state, onOpen }: RowProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.75,
        px: 2,
        py: 1.25,
        '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        {blocked ? (
          <Typography component="span" color="textSecondary" sx={{ fontWeight: 600 }}>
            {title}
          </Typography>
        ) : (
          <Link
            component="button"
            type="button"
            disabled={!state}
            onClick={onOpen}
            aria-describedby={`step-${id}`}
            sx={{ fontSize: '0.9375rem', fontWeight: 600, lineHeight: 1.6, textAlign: 'left' }}
          >
            {title}
          </Link>
        )}
        <Typography variant="body2" color="textSecondary">
          {blocked ?? purpose}
        </Typography>
      </Box>
      <Box
        id={`step-${id}`}
        sx={{ minWidth: 112, minHeight: 24, display: 'flex', alignItems: 'center' }}
      >
        {blocked ? (
          <Typography component="span" variant="body2" color="textSecondary">
            Not open yet
          </Typography>
        ) : state ? (
          <StateChip
            {...looks[state]}
            label={
              id === 'specification' && state === 'notStarted' ? 'Optional' : looks[state].label
            }
          />
        ) : (
          <Skeleton variant="rounded" width={104} height={24} />
        )}
      </Box>
    </Box>
  );
}
