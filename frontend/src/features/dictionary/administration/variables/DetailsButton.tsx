import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

export function DetailsButton({ name, onOpen }: { name: string; onOpen: () => void }) {
  return (
    <Tooltip title="Show its details" describeChild>
      <IconButton aria-label={`Show the details of the variable ${name}`} onClick={onOpen}>
        <VisibilityOutlined fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
