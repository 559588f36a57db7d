import type { SystemStyleObject } from '@mui/system';
import type { Theme } from '@mui/material/styles';
import type { Variable } from '@/api/models';
import { Marked } from '@/ui/Marked';
import { piiLook } from './PiiMark';

/**
 * The style of variable names and PII marks. The list around them applies it once, which is faster
 * than a style for each name.
 */
export const nameLook: SystemStyleObject<Theme> = {
  '& .name': {
    p: 0,
    border: 0,
    bgcolor: 'transparent',
    font: 'inherit',
    fontWeight: 600,
    textAlign: 'left',
    overflowWrap: 'anywhere',
    color: 'primary.main',
    cursor: 'pointer',
    '&:hover': { textDecoration: 'underline' },
  },
  '& .identifiable': { color: 'pii' },
  '& .pii': piiLook,
  '& .names': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.75 },
};

interface Props {
  variable: Variable;
  onOpen: (variable: Variable) => void;
}

/**
 * The name of a variable, which opens its details. An identifying variable is red and has a mark.
 */
export function VariableName({ variable, onOpen }: Props) {
  const { var_name, hits, is_identifiable } = variable;
  return (
    <>
      <button
        type="button"
        className={is_identifiable ? 'name identifiable' : 'name'}
        onClick={() => onOpen(variable)}
      >
        <Marked text={var_name} hits={hits} />
      </button>
      {is_identifiable && <span className="pii">PII</span>}
    </>
  );
}
