import Box from '@mui/material/Box';
import { keyframes } from '@mui/material/styles';
import { useCallsPending } from '@/api/pendingCalls';

const sweep = keyframes`
  from { transform: translateX(-100%); }
  to { transform: translateX(350%); }
`;
const appear = keyframes`
  from { opacity: 0; }
  to { opacity: 1; }
`;

/**
 * The global loading indicator (1 §7): a thin bar, shown once a call or a screen has been loading
 * for 200 ms.
 */
export function LoadingBar() {
  if (!useCallsPending()) return null;
  return (
    <Box
      role="progressbar"
      aria-label="Loading"
      sx={{
        position: 'fixed',
        inset: '0 0 auto 0',
        height: 3,
        overflow: 'hidden',
        zIndex: 'tooltip',
        animation: `${appear} 120ms 200ms both`,
      }}
    >
      <Box
        sx={{
          width: '30%',
          height: '100%',
          bgcolor: 'secondary.main',
          borderRadius: 1,
          animation: `${sweep} 1.2s ease-in-out infinite`,
        }}
      />
    </Box>
  );
}
