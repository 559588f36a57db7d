import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useScrollIntoView } from './useScrollIntoView';

const CONFLICT = 'Someone else saved this while you were editing.';

/** The buttons of every conflict. */
export const KEEP_MINE = 'Keep my version';
export const USE_SAVED = 'Use the saved version';

/** Names and values as the user reads them, in the order of the form. */
export type Description = readonly (readonly [name: string, value: string])[];

export interface Difference {
  name: string;
  mine: string;
  saved: string;
}

export function differencesOf(mine: Description, saved: Description): Difference[] {
  const values = new Map(mine);
  return saved.flatMap(([name, value]) => {
    const own = values.get(name) ?? '';
    return own === value ? [] : [{ name, mine: own, saved: value }];
  });
}

interface Props {
  /**
   * The differences. Undefined until the saved version is loaded; the choice is offered from then
   * on.
   */
  differences?: readonly Difference[];
  /**
   * Overwrites the saved version. `submit` submits the surrounding form instead. Missing if my
   * version can no longer be kept.
   */
  onKeepMine?: (() => void) | 'submit';
  onUseSaved?: () => void;
  pending?: boolean;
  /** `row` is for a narrow cell whose neighbours show the differences themselves. */
  form?: 'dialog' | 'row';
  /** More about the two versions, above their differences. */
  children?: ReactNode;
}

/**
 * Reports that someone else saved a record while it was edited, shows the differences, and offers
 * both versions. The form keeps the input until a version is chosen. `useRecordForm` returns the
 * props as `conflict`.
 */
export function ConflictNotice(props: Props) {
  const { differences, form = 'dialog', children } = props;
  const place = useScrollIntoView<HTMLDivElement>(true, differences);
  if (form === 'row') {
    return (
      <Box sx={{ display: 'grid', justifyItems: 'start', px: 0.5, pb: 0.5 }}>
        <Typography role="alert" variant="caption" color="error" sx={{ lineHeight: 1.3 }}>
          {CONFLICT}
        </Typography>
        <Choices {...props} />
      </Box>
    );
  }
  return (
    <Alert
      ref={place}
      severity="warning"
      sx={{ overflowWrap: 'anywhere', '& .MuiAlert-message': { width: '100%', minWidth: 0 } }}
    >
      <AlertTitle>{CONFLICT}</AlertTitle>
      {children}
      {differences && <Differences differences={differences} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&:not(:empty)': { mt: 1.5 } }}>
        <Choices {...props} />
      </Box>
    </Alert>
  );
}

function Choices({ onKeepMine, onUseSaved, pending, form }: Props) {
  const look = form === 'row' ? {} : ({ color: 'inherit', variant: 'outlined' } as const);
  return (
    <>
      {onKeepMine && (
        <Button
          size="small"
          {...look}
          {...(onKeepMine === 'submit' ? { type: 'submit' } : { onClick: onKeepMine })}
          disabled={pending}
        >
          {KEEP_MINE}
        </Button>
      )}
      {onUseSaved && (
        <Button size="small" {...look} disabled={pending} onClick={onUseSaved}>
          {USE_SAVED}
        </Button>
      )}
    </>
  );
}

/** Lists each differing value with both versions, one below the other. */
export function Differences({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return 'Both versions have the same values.';
  return (
    <Box
      component="ul"
      aria-label="Differences"
      // Makes a list that overflows scrollable by keyboard.
      tabIndex={0}
      sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 320, overflow: 'auto' }}
    >
      {differences.map(({ name, mine, saved }) => (
        <Box component="li" key={name} sx={{ py: 0.75, whiteSpace: 'pre-line' }}>
          <Box sx={{ fontWeight: 600 }}>{name}</Box>
          <div>My version: {mine || 'empty'}</div>
          <div>Saved version: {saved || 'empty'}</div>
        </Box>
      ))}
    </Box>
  );
}
