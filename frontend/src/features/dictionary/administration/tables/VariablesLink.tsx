import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { generatePath, Link } from 'react-router';
import { paths } from '@/app/paths';

export function VariablesLink({ id, name }: { id: number; name: string }) {
  return (
    <Tooltip title="Show its variables" describeChild>
      <IconButton
        component={Link}
        to={generatePath(paths.superUserVariables, { table_id: String(id) })}
        aria-label={`Show the variables of the table ${name}`}
      >
        <VisibilityOutlined fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
