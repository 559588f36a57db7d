import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import HourglassEmptyOutlined from '@mui/icons-material/HourglassEmptyOutlined';
import { StateChip } from '@/ui/StateChip';

/**
 * The status of an assigned role. Only Activated roles can be used; those that ended are shown as
 * danger (1 §3).
 */
export function RoleStatusChip({ status }: { status: string }) {
  if (status === 'Activated') {
    return <StateChip colour="approved" icon={CheckCircleOutlined} label={status} />;
  }
  if (status === 'Pending') {
    return <StateChip colour="unattended" icon={HourglassEmptyOutlined} label={status} />;
  }
  return <StateChip colour="denied" icon={BlockOutlined} label={status} />;
}
