import CheckIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { memo } from 'react';
import { PlainList } from '@/ui/PlainList';
import { completeSteps, type Outline } from './outline';
import { screens, steps, type Place, type ScreenId } from './screens';

interface Props {
  /** Index into `screens`. */
  current: number;
  outline: Outline;
  onGo: (place: Place) => void;
}

/**
 * The position in the wizard: a bar above the screen on a phone, otherwise the steps on the left.
 */
export const Progress = memo(function Progress(props: Props) {
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  return (
    <>
      <Bar {...props} />
      {!isNarrow && <Steps {...props} />}
    </>
  );
});

function Bar({ current, onGo }: Props) {
  const { step, title } = screens[current] ?? { step: 0, title: '' };
  return (
    <Box sx={{ display: { xs: 'block', md: 'none' }, mb: 2.5 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          Step {step + 1} of {steps.length}: {steps[step]}
        </Typography>
        <Button size="small" onClick={() => onGo('steps')} sx={{ flexShrink: 0 }}>
          All steps
        </Button>
      </Box>
      <Box
        role="progressbar"
        aria-label="Progress of the request"
        aria-valuemin={1}
        aria-valuemax={screens.length}
        aria-valuenow={current + 1}
        aria-valuetext={title}
        sx={{ display: 'flex', gap: 0.5, mt: 1 }}
      >
        {screens.map(({ id, step: of }, index) => (
          <Box
            key={id}
            sx={{
              flex: 1,
              height: 4,
              borderRadius: 2,
              ml: index > 0 && of !== screens[index - 1]?.step ? 0.75 : 0,
              bgcolor: index <= current ? 'primary.main' : 'divider',
            }}
          />
        ))}
      </Box>
    </Box>
  );
}

function Steps({ current, outline, onGo }: Props) {
  const currentStep = screens[current]?.step;
  const isDone = (id: ScreenId) => outline[id].state === 'complete';
  return (
    <Box
      component="nav"
      aria-label="Steps of the request"
      sx={{ display: { xs: 'none', md: 'block' }, position: 'sticky', top: 96 }}
    >
      <Button size="small" onClick={() => onGo('steps')}>
        All steps
      </Button>
      <Typography variant="body2" color="textSecondary" sx={{ px: 1, mb: 1.5 }}>
        {completeSteps(outline)} of {screens.length} complete
      </Typography>
      <PlainList component="ol">
        {steps.map((title, step) => {
          const own = screens.flatMap((screen, index) =>
            screen.step === step ? [{ ...screen, index }] : [],
          );
          const [first] = own;
          if (!first) return null;
          const done = own.every(({ id }) => isDone(id)) && step !== currentStep;
          const { blocked } = outline[first.id];
          return (
            <Box component="li" key={title} sx={{ pb: 1.5 }}>
              <Entry
                current={step === currentStep && own.length === 1}
                open={!blocked}
                onClick={() => onGo(first.id)}
              >
                <Box
                  component="span"
                  aria-hidden
                  sx={{
                    width: 26,
                    height: 26,
                    flexShrink: 0,
                    display: 'grid',
                    placeItems: 'center',
                    borderRadius: '50%',
                    border: 1.5,
                    fontSize: '0.8125rem',
                    fontWeight: 650,
                    ...(step === currentStep
                      ? {
                          bgcolor: 'primary.main',
                          borderColor: 'primary.main',
                          color: 'primary.contrastText',
                        }
                      : {
                          borderColor: done ? 'primary.main' : 'text.disabled',
                          color: done ? 'primary.main' : 'text.secondary',
                        }),
                  }}
                >
                  {done ? <CheckIcon sx={{ fontSize: 16 }} /> : step + 1}
                </Box>
                <Box component="span" sx={{ fontWeight: step === currentStep ? 650 : 500 }}>
                  {title}
                  {step === 1 && (
                    <Typography
                      component="span"
                      variant="caption"
                      color="textSecondary"
                      sx={{ display: 'block' }}
                    >
                      Optional
                    </Typography>
                  )}
                </Box>
              </Entry>
              {blocked && (
                <Typography variant="caption" color="textSecondary" component="p" sx={{ pl: 5.5 }}>
                  {blocked}
                </Typography>
              )}
              {own.length > 1 && step === currentStep && (
                <PlainList component="ol" sx={{ pl: 4.25 }}>
                  {own.map((screen) => (
                    <li key={screen.id}>
                      <Entry
                        current={screen.index === current}
                        open
                        onClick={() => onGo(screen.id)}
                      >
                        <span>{screen.title}</span>
                        {isDone(screen.id) && screen.index !== current && (
                          <CheckIcon
                            titleAccess="Complete"
                            sx={{ fontSize: 16, color: 'primary.main' }}
                          />
                        )}
                      </Entry>
                    </li>
                  ))}
                </PlainList>
              )}
            </Box>
          );
        })}
      </PlainList>
    </Box>
  );
}

interface EntryProps {
  current: boolean;
  open: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function Entry({ current, open, onClick, children }: EntryProps) {
  return (
    <ButtonBase
      disabled={!open}
      aria-current={current ? 'step' : undefined}
      onClick={onClick}
      sx={{
        width: '100%',
        justifyContent: 'flex-start',
        gap: 1.25,
        px: 1,
        py: 0.625,
        borderRadius: 1,
        font: 'inherit',
        fontSize: '0.9375rem',
        textAlign: 'left',
        color: open ? 'text.primary' : 'text.secondary',
        ...(current && { bgcolor: 'quiet', fontWeight: 600 }),
        '&:hover': { bgcolor: 'quiet' },
      }}
    >
      {children}
    </ButtonBase>
  );
}
