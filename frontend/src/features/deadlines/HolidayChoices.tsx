import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import type { Holiday, HolidaysPreview } from '@/api/models';
import { formatDate } from '@/lib/dates';
import { count, formatNumber } from '@/lib/numbers';
import { PlainList } from '@/ui/PlainList';
import { weekdayNames, weekdayOf } from './calendarForm';

interface Props {
  found: HolidaysPreview;
  /** The names of the holidays in the calendar, by date. */
  known: ReadonlyMap<string, string>;
  /** The dates of the chosen holidays. */
  chosen: ReadonlySet<string>;
  onChoose: (days: ReadonlySet<string>) => void;
}

/** The holidays of a file, each with a checkbox, and the events that were left out. */
export function HolidayChoices({ found, known, chosen, onChoose }: Props) {
  const fresh = found.holidays.filter(({ day }) => !known.has(day));
  const toggle = (day: string) => {
    const next = new Set(chosen);
    if (!next.delete(day)) next.add(day);
    onChoose(next);
  };
  return (
    <>
      {fresh.length > 1 && (
        <FormControlLabel
          label={`All ${formatNumber(fresh.length)} new holidays`}
          control={
            <Checkbox
              checked={chosen.size === fresh.length}
              indeterminate={chosen.size > 0 && chosen.size < fresh.length}
              onChange={(_, all) => onChoose(new Set(all ? fresh.map(({ day }) => day) : []))}
            />
          }
        />
      )}
      {found.holidays.length > 0 && (
        <PlainList
          aria-label="Holidays in the file"
          // Reachable by keyboard even if no checkbox is enabled.
          tabIndex={0}
          sx={{
            maxHeight: 320,
            overflowY: 'auto',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            px: 1.5,
          }}
        >
          {found.holidays.map((holiday) => (
            <FoundHoliday
              key={holiday.day}
              holiday={holiday}
              known={known.get(holiday.day)}
              isChosen={chosen.has(holiday.day)}
              onToggle={() => toggle(holiday.day)}
            />
          ))}
        </PlainList>
      )}
      <LeftOut found={found} />
    </>
  );
}

interface FoundProps {
  holiday: Holiday;
  /** The name of the calendar's holiday on this date; undefined if there is none. */
  known?: string;
  isChosen: boolean;
  onToggle: () => void;
}

function FoundHoliday({ holiday: { day, name }, known, isChosen, onToggle }: FoundProps) {
  const isKnown = known !== undefined;
  return (
    <li>
      <FormControlLabel
        disabled={isKnown}
        control={<Checkbox checked={isChosen} onChange={onToggle} />}
        label={
          <Box component="span" sx={{ display: 'block', py: 0.5, overflowWrap: 'anywhere' }}>
            {name}
            <Typography variant="caption" component="span" sx={{ display: 'block' }}>
              {weekdayNames[weekdayOf(day)]}, {formatDate(day)}
              {isKnown && ` · Already in the calendar${known === name ? '' : ` as ${known}`}`}
            </Typography>
          </Box>
        }
      />
    </li>
  );
}

function LeftOut({ found: { left_out, left_out_count } }: Pick<Props, 'found'>) {
  if (left_out_count === 0) return null;
  const isCut = left_out.length < left_out_count;
  return (
    <Alert severity="info" sx={{ '& .MuiAlert-message': { minWidth: 0, flex: 1 } }}>
      {count(left_out_count, 'event')} {left_out_count === 1 ? 'was' : 'were'} left out
      {isCut && `. The first ${formatNumber(left_out.length)} are`}:
      <Box
        component="ul"
        aria-label="Events left out"
        tabIndex={0}
        sx={{ m: 0, mt: 1, pl: 2.5, maxHeight: 180, overflowY: 'auto', overflowWrap: 'anywhere' }}
      >
        {left_out.map(({ name, reason }, place) => (
          <li key={place}>
            <strong>{name ?? 'An event without a name'}:</strong> {reason}
          </li>
        ))}
      </Box>
    </Alert>
  );
}
