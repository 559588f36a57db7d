import CommentOutlined from '@mui/icons-material/CommentOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { StateComment } from '@/api/models';
import { count, formatNumber } from '@/lib/numbers';
import { isUrgent } from '@/lib/requestSections';

interface Props {
  section: string;
  comments: readonly StateComment[];
  chosen: boolean;
  onChoose: () => void;
}

/**
 * A button with the number of a section's comments, highlighted if one requires action. It shows
 * the comments beside the sections.
 */
export function CommentButton({ section, comments, chosen, onChoose }: Props) {
  const demands = comments.some(isUrgent);
  const words = `${count(comments.length, 'comment')}${demands ? ', action required' : ''}`;
  return (
    <Tooltip title={words} describeChild={false} slotProps={{ popper: { disablePortal: true } }}>
      <IconButton
        aria-label={`${words}: ${section}`}
        aria-pressed={chosen}
        onClick={onChoose}
        sx={{ color: chosen ? 'primary.main' : 'text.secondary' }}
      >
        <Badge
          badgeContent={comments.length > 0 ? formatNumber(comments.length) : 0}
          color={demands ? 'secondary' : 'default'}
          sx={
            demands
              ? undefined
              : { '& .MuiBadge-badge': { bgcolor: 'quiet', border: 1, borderColor: 'divider' } }
          }
        >
          <CommentOutlined fontSize="small" />
        </Badge>
      </IconButton>
    </Tooltip>
  );
}
