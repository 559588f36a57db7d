import CancelOutlined from '@mui/icons-material/CancelOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import { StateChip } from './StateChip';

interface Props {
  value: boolean;
  yes?: string;
  no?: string;
}

/** A value with two states, such as active or not, as a `StateChip`. */
export function YesOrNo({ value, yes = 'Yes', no = 'No' }: Props) {
  return value ? (
    <StateChip colour="approved" icon={CheckCircleOutlined} label={yes} />
  ) : (
    <StateChip colour="halted" icon={CancelOutlined} label={no} />
  );
}
