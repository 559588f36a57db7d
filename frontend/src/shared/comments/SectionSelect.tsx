import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useId } from 'react';
import type { StateComment } from '@/api/models';
import { visuallyHidden } from '@/ui/looks';
import { count, formatNumber } from '@/lib/numbers';
import { commentsOn, isUrgent, sections, type SectionKey } from '@/lib/requestSections';

interface Props {
  comments: readonly StateComment[];
  /** The sections that are offered, in the order of the page. */
  keys: readonly SectionKey[];
  chosen: SectionKey | null;
  onChoose: (section: SectionKey | null) => void;
}

const ALL = 'all';

/**
 * Filters comments by section. Each section shows the number of its comments, highlighted if one
 * requires action.
 */
export function SectionSelect({ comments, keys, chosen, onChoose }: Props) {
  const id = useId();
  return (
    <TextField
      id={id}
      select
      fullWidth
      size="small"
      label="Section"
      value={chosen ?? ALL}
      onChange={({ target }) => onChoose(keys.find((key) => key === target.value) ?? null)}
      slotProps={{
        select: {
          renderValue: (value) =>
            keys.find((key) => key === value) ? sections[value as SectionKey] : 'All sections',
          MenuProps: { slotProps: { paper: { sx: { maxHeight: 420 } } } },
        },
      }}
    >
      <MenuItem value={ALL}>
        <Entry name="All sections" comments={comments} />
      </MenuItem>
      {keys.map((key) => (
        <MenuItem key={key} value={key}>
          <Entry name={sections[key]} comments={commentsOn(comments, key)} />
        </MenuItem>
      ))}
    </TextField>
  );
}

function Entry({ name, comments }: { name: string; comments: readonly StateComment[] }) {
  const urgent = comments.some(isUrgent);
  return (
    <Box
      component="span"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, width: '100%', whiteSpace: 'normal' }}
    >
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        {name}
      </Box>
      {comments.length > 0 && (
        <>
          <Chip
            aria-hidden
            size="small"
            color={urgent ? 'secondary' : 'default'}
            label={formatNumber(comments.length)}
          />
          <Box component="span" sx={visuallyHidden}>
            {`, ${count(comments.length, 'comment')}${urgent ? ', action required' : ''}`}
          </Box>
        </>
      )}
    </Box>
  );
}
