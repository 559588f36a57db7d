import CancelOutlined from '@mui/icons-material/CancelOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import { StateChip } from './StateChip';

interface Props {
  value: boolean;
  yes?: string;
  no?: string;
}

/** Yes or no, active or not, in the look of all states. */
export function YesOrNo({ value, yes = 'Yes', no = 'No' }: Props) {
  return value ? (
    <StateChip colour="approved" icon={CheckCircleOutlined} label={yes} />
  ) : (
    <StateChip colour="halted" icon={CancelOutlined} label={no} />
  );
}
