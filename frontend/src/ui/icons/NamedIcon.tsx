import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { lazyPart } from '@/lib/lazyPart';

const LoadedIcon = lazyPart(() => import('./LoadedIcon'));

interface Props {
  name: string;
  size?: number;
}

/** An icon by its name. Decorative; the text beside it has the same meaning. */
export function NamedIcon({ name, size = 20 }: Props) {
  return (
    <Suspense fallback={<Box component="span" sx={{ width: size, height: size }} />}>
      <LoadedIcon name={name} sx={{ fontSize: size, display: 'block' }} />
    </Suspense>
  );
}
