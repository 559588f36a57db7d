import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import HourglassEmptyOutlined from '@mui/icons-material/HourglassEmptyOutlined';
import PersonOffOutlined from '@mui/icons-material/PersonOffOutlined';
import type { Person } from '@/api/models';
import { StateChip } from '@/ui/StateChip';

/**
 * Shows the status of an account: active, disabled, erased or pending activation (decisions A1).
 */
export function AccountStatus({ person }: { person: Person }) {
  if (person.erased) {
    return <StateChip colour="incoming" icon={PersonOffOutlined} label="Erased" />;
  }
  if (person.pending_activation) {
    return (
      <StateChip colour="unattended" icon={HourglassEmptyOutlined} label="Pending activation" />
    );
  }
  return person.is_active === 'Active' ? (
    <StateChip colour="approved" icon={CheckCircleOutlined} label="Active" />
  ) : (
    <StateChip colour="denied" icon={BlockOutlined} label="Disable" />
  );
}
