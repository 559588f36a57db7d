import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { FacilityNode } from '@/api/models';
import { PlainList } from '@/ui/PlainList';
import { formatNumber } from '@/lib/numbers';
import { chosenOf, facilitiesOf } from './facilities';

interface Props {
  nodes: readonly FacilityNode[];
  chosen: ReadonlySet<number>;
  onToggle: (facilities: readonly number[], choose: boolean) => void;
  /** Expands all nodes, while a search narrows the tree. */
  allOpen: boolean;
  label?: string;
}

/**
 * Regions, districts and facilities as nested lists of checkboxes. Ticking a node ticks all below
 * it.
 */
export function FacilityTree({ nodes, chosen, onToggle, allOpen, label }: Props) {
  return (
    <PlainList aria-label={label} sx={{ '& ul': { pl: { xs: 2.5, sm: 4 } } }}>
      {nodes.map((node) => (
        <Place
          key={node.facility_id}
          node={node}
          chosen={chosen}
          onToggle={onToggle}
          allOpen={allOpen}
        />
      ))}
    </PlainList>
  );
}

function Place({ node, chosen, onToggle, allOpen }: Omit<Props, 'nodes'> & { node: FacilityNode }) {
  const [unfolded, setUnfolded] = useState(false);
  const open = allOpen || unfolded;
  const extent = chosenOf(node, chosen);
  const hasChildren = node.children.length > 0;
  const facilities = facilitiesOf(node);
  return (
    <li>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        {hasChildren ? (
          <IconButton
            size="small"
            aria-expanded={open}
            aria-label={`${open ? 'Close' : 'Open'} ${node.label}`}
            disabled={allOpen}
            onClick={() => setUnfolded(!unfolded)}
          >
            <ChevronRight
              fontSize="small"
              sx={{ transform: open ? 'rotate(90deg)' : 'none', transition: 'transform 120ms' }}
            />
          </IconButton>
        ) : (
          <Box sx={{ width: 30, flexShrink: 0 }} />
        )}
        <FormControlLabel
          sx={{ ml: 0, mr: 1, minWidth: 0 }}
          control={
            <Checkbox
              size="small"
              sx={{ p: 0.75 }}
              checked={extent === 'all'}
              indeterminate={extent === 'some'}
              onChange={() => onToggle(facilities, extent !== 'all')}
            />
          }
          label={node.label}
        />
        {hasChildren && (
          <Typography
            variant="caption"
            color="textSecondary"
            sx={{ ml: 'auto', pl: 1, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
          >
            {formatNumber(facilities.filter((id) => chosen.has(id)).length)} of{' '}
            {formatNumber(facilities.length)}
          </Typography>
        )}
      </Box>
      {hasChildren && open && (
        <FacilityTree nodes={node.children} chosen={chosen} onToggle={onToggle} allOpen={allOpen} />
      )}
    </li>
  );
}
