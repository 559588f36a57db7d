import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Link from '@mui/material/Link';
import { PlainList } from '@/ui/PlainList';
import { count } from '@/lib/numbers';
import type { Fault } from './validation';
import { screenOf, screens, type ScreenId } from './screens';

interface Props {
  gone: readonly Fault[];
  onGo: (screen: ScreenId) => void;
}

/**
 * Lists the draft's choices that are no longer offered, with links to their screens. The draft
 * keeps them.
 */
export function WithdrawnNotice({ gone, onGo }: Props) {
  if (gone.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 3, maxWidth: 760 }}>
      <AlertTitle>{count(gone.length, 'answer')} can&rsquo;t be submitted right now</AlertTitle>
      {gone.length === 1
        ? 'It stays in your draft. You can submit it once it is offered again.'
        : 'They stay in your draft. You can submit them once they are offered again.'}
      <PlainList sx={{ mt: 1, display: 'grid', gap: 0.5 }}>
        {gone.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            {message}{' '}
            <Link component="button" type="button" onClick={() => onGo(screenOf(field))}>
              {screens.find(({ id }) => id === screenOf(field))?.title}
            </Link>
          </li>
        ))}
      </PlainList>
    </Alert>
  );
}
