import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { RevealWhenSettled } from '@/ui/RevealWhenSettled';
import { ProvidersSection } from '../providers/ProvidersSection';
import { providerQueries } from '../providers/queries';
import { secondFactorQueries } from '../secondFactor/queries';
import { SecondFactorSection } from '../secondFactor/SecondFactorSection';
import { PasskeysSection } from '../passkeys/PasskeysSection';
import { PasswordChange } from './PasswordChange';
import { Sessions } from './Sessions';

/** The section "Sign-in and security" of the user's account. */
export default function SecuritySection() {
  const factor = useQuery(secondFactorQueries.own());
  const offered = useQuery(providerQueries.offered());
  const linked = useQuery(providerQueries.linked());
  return (
    <Box sx={{ display: 'grid', gap: 5 }}>
      <PasswordChange />
      <SecondFactorSection />
      <PasskeysSection />
      <ProvidersSection />
      <RevealWhenSettled above={[factor, offered, linked]}>
        <Sessions />
      </RevealWhenSettled>
    </Box>
  );
}
