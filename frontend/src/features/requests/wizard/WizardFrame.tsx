import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode, Ref } from 'react';
import { Progress } from './Progress';
import type { Outline } from './outline';
import { screens, steps, type Place } from './screens';

interface Props {
  /** Index into `screens`. */
  index: number;
  outline: Outline;
  onGo: (place: Place) => void;
  title?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** The progress and the heading of a screen; the questions are the children. */
export function WizardFrame({ index, outline, onGo, title, children }: Props) {
  const screen = screens[index] ?? screens[0]!;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '240px minmax(0, 1fr)' },
        columnGap: 5,
        alignItems: 'start',
      }}
    >
      <Progress current={index} outline={outline} onGo={onGo} />
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
        {children}
      </Box>
    </Box>
  );
}
