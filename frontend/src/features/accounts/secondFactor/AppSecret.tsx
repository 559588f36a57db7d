import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import type { AppSecret as Secret } from '@/api/models';
import { CopyButton } from '@/ui/CopyButton';
import { lazyPart } from '@/lib/lazyPart';
import { qrSize } from './qrSize';

const QrCode = lazyPart(() => import('./QrCode'));

/** The secret of a new authenticator app: as a QR code, as text, and as a link on a phone. */
export function AppSecret({ secret }: { secret: Secret }) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Typography>
        Scan this QR code with your authenticator app, then enter the code that the app shows.
      </Typography>
      <Suspense fallback={<Skeleton variant="rounded" sx={qrSize} height="auto" />}>
        <QrCode text={secret.address} />
      </Suspense>
      <div>
        <Typography variant="body2" color="textSecondary">
          If you can&rsquo;t scan it, type this secret into the app:
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Typography component="code" sx={{ fontFamily: 'monospace', fontWeight: 600 }}>
            {secret.secret}
          </Typography>
          <CopyButton text={secret.secret.replaceAll(' ', '')} what="the secret" />
        </Box>
        <Link
          href={secret.address}
          variant="body2"
          // A phone cannot scan its own screen. Other devices seldom have an app for the address.
          sx={{ display: 'none', '@media (pointer: coarse)': { display: 'inline-block', py: 0.5 } }}
        >
          Open the authenticator app on this device
        </Link>
      </div>
    </Box>
  );
}
