import Box from '@mui/material/Box';
import { encode } from 'uqr';
import { qrSize } from './qrSize';

/** Modules of white around the picture, without which scanners do not find it. */
const QUIET_ZONE = 4;

/** A QR code, black on white in the dark mode too. */
export default function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <Box
      component="svg"
      role="img"
      aria-label="QR code for your authenticator app. The secret below has the same content."
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{
        ...qrSize,
        bgcolor: 'common.white',
        color: 'common.black',
        // A high-contrast mode would invert it.
        forcedColorAdjust: 'none',
      }}
    >
      <path d={dark.join('')} fill="currentColor" />
    </Box>
  );
}
