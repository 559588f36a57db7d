import Box from '@mui/material/Box';
import type { AnswerCount } from '@/api/models';
import type { StatusColourName } from '@/ui/StateChip';
import { PlainList } from '@/ui/PlainList';
import { formatNumber, formatPercent } from '@/lib/numbers';

/** The number of answers from which shares are shown. Fewer are counted. */
export const MIN_FOR_SHARES = 5;

/** The colours of the answers to a question, best answer first. */
const scales: Record<number, readonly StatusColourName[]> = {
  2: ['approved', 'denied'],
  4: ['approved', 'recalled', 'unattended', 'denied'],
  5: ['approved', 'recalled', 'halted', 'unattended', 'denied'],
};

const colourOf = (place: number, options: number): StatusColourName =>
  scales[options]?.[place] ?? 'halted';

export const totalOf = (answers: readonly AnswerCount[]): number =>
  answers.reduce((sum, { number }) => sum + number, 0);

/** "67%", or the number of answers if there are few. */
export const shareText = (number: number, total: number): string =>
  total < MIN_FOR_SHARES ? formatNumber(number) : formatPercent(Math.round((number / total) * 100));

/** The answers to a question as parts of one bar. The caller shows the same in words. */
export function AnswerBar({ answers }: { answers: readonly AnswerCount[] }) {
  return (
    <Box
      aria-hidden
      sx={{
        display: 'flex',
        gap: '2px',
        height: 20,
        borderRadius: 0.5,
        border: 1,
        borderColor: 'divider',
        bgcolor: 'quiet',
        overflow: 'hidden',
        // Keeps the colours in high-contrast modes. Printers omit backgrounds, so there is a border.
        forcedColorAdjust: 'none',
      }}
    >
      {answers.map(({ answer, number }, place) =>
        number === 0 ? null : (
          <Box
            key={answer}
            sx={(theme) => ({
              flex: `${number} 1 0`,
              bgcolor: theme.vars.palette.status[colourOf(place, answers.length)].main,
            })}
          />
        ),
      )}
    </Box>
  );
}

interface LegendProps {
  answers: readonly AnswerCount[];
  label: string;
}

/** The answers to a question with their colours, and their shares or numbers. */
export function AnswerLegend({ answers, label }: LegendProps) {
  const total = totalOf(answers);
  return (
    <PlainList
      aria-label={label}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        mt: 0.75,
        fontSize: '0.8125rem',
        color: 'text.secondary',
      }}
    >
      {answers.map(({ answer, number }, place) => (
        <Box
          component="li"
          key={answer}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 0.75,
            minWidth: 0,
            overflowWrap: 'anywhere',
          }}
        >
          <Box
            aria-hidden
            sx={(theme) => ({
              flex: 'none',
              width: 10,
              height: 10,
              borderRadius: '2px',
              bgcolor: theme.vars.palette.status[colourOf(place, answers.length)].main,
              forcedColorAdjust: 'none',
            })}
          />
          {answer}{' '}
          <Box
            component="span"
            sx={{ fontWeight: 600, color: 'text.primary', fontVariantNumeric: 'tabular-nums' }}
          >
            {shareText(number, total)}
          </Box>
        </Box>
      ))}
    </PlainList>
  );
}
