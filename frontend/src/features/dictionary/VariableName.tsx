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
  '& .pii': piiLook,
  '& .derived': { ...piiLook, color: 'text.secondary' },
  '& .names': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.75 },
};

interface Props {
  variable: Variable;
  onOpen: (variable: Variable) => void;
}

/** The name of a variable, which opens its details, with marks for PII and derived variables. */
export function VariableName({ variable, onOpen }: Props) {
  const { var_name, hits, is_identifiable, derived } = variable;
  return (
    <>
      <button type="button" className="name" onClick={() => onOpen(variable)}>
        <Marked text={var_name} hits={hits} />
      </button>
      {is_identifiable && <span className="pii">PII</span>}
      {derived && <span className="derived">Derived</span>}
    </>
  );
}
