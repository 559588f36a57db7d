import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { WholeVariable } from '@/api/models';
import { useRemove } from '@/api/useSave';
import { PlainList } from '@/ui/PlainList';
import { RemoveRecord } from '@/ui/records/RemoveRecord';
import { DICTIONARY_PATHS } from '../mutations';
import type { DetailEntry, DetailTab } from './details';

interface Props {
  tab: DetailTab;
  variable: WholeVariable;
}

export function DetailEntries({ tab, variable }: Props) {
  const [removed, setRemoved] = useState<DetailEntry | null>(null);
  const entries = tab.entries(variable);
  return (
    <div>
      <Typography variant="body2" color="textSecondary">
        {entries.length > 0 ? tab.purpose : `${tab.purpose} ${tab.empty}`}
      </Typography>
      <PlainList aria-label={tab.tab}>
        {entries.map((entry) => (
          <Box
            component="li"
            key={entry.id}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              py: 0.5,
              borderBottom: 1,
              borderColor: 'divider',
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {entry.text}
              {entry.detail && (
                <Typography variant="caption" color="textSecondary" sx={{ display: 'block' }}>
                  {entry.detail}
                </Typography>
              )}
            </Box>
            <IconButton
              aria-label={`Remove ${entry.text} from ${tab.tab}`}
              onClick={() => setRemoved(entry)}
            >
              <DeleteOutlined fontSize="small" />
            </IconButton>
          </Box>
        ))}
      </PlainList>
      {removed && <RemoveEntry tab={tab} entry={removed} onClose={() => setRemoved(null)} />}
    </div>
  );
}

interface RemoveProps {
  tab: DetailTab;
  entry: DetailEntry;
  onClose: () => void;
}

function RemoveEntry({ tab, entry, onClose }: RemoveProps) {
  const remove = useRemove(() => tab.remove(entry.id), ...DICTIONARY_PATHS);
  return (
    <RemoveRecord noun="entry" name={entry.text} remove={remove} onClose={onClose}>
      Nothing else changes in the variable. Its history records this change.
    </RemoveRecord>
  );
}
