import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { lazyPart } from '@/lib/lazyPart';

const LoadedIcon = lazyPart(() => import('./LoadedIcon'));

interface Props {
  /** The name of an MUI icon. */
  name: string;
  /** Pixels. */
  size?: number;
}

/** An icon by its name, decoration beside words that say the same. */
export function NamedIcon({ name, size = 20 }: Props) {
  return (
    <Suspense fallback={<Box component="span" sx={{ width: size, height: size }} />}>
      <LoadedIcon name={name} sx={{ fontSize: size, display: 'block' }} />
    </Suspense>
  );
}
