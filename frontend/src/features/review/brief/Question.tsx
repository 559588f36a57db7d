import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { clampLines } from '@/ui/looks';
import { Prose } from '@/ui/Prose';

const MOST_LINES = 5;
/** Characters of a line of 760 px. */
const LINE = 90;

const linesOf = (text: string): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0);

/**
 * The question of the study: the dataset description in the requester's words. A long one is
 * shortened at first, so that the rest of the brief is on the first screen.
 */
export function Question({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const isLong = linesOf(text) > MOST_LINES + 1;
  return (
    <Box sx={{ mb: 1.5, maxWidth: 760 }}>
      <Typography
        id={id}
        component="div"
        sx={
          isLong && !isWhole
            ? { ...clampLines(MOST_LINES), '@media print': { WebkitLineClamp: 'none' } }
            : undefined
        }
      >
        <Prose>{text}</Prose>
      </Typography>
      {isLong && (
        <Button
          size="small"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
          sx={{ ml: -0.75 }}
        >
          {isWhole ? 'Show less of the question' : 'Show the whole question'}
        </Button>
      )}
    </Box>
  );
}
