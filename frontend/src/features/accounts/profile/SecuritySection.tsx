import Box from '@mui/material/Box';
import { SecondFactorSection } from '../secondFactor/SecondFactorSection';
import { PasswordChange } from './PasswordChange';
import { Sessions } from './Sessions';

/** The section "Sign-in and security" of the user's account. */
export default function SecuritySection() {
  return (
    <Box sx={{ display: 'grid', gap: 5 }}>
      <PasswordChange />
      <SecondFactorSection />
      <Sessions />
    </Box>
  );
}
