import Stack from '@mui/material/Stack';
import { useLayoutEffect, useRef } from 'react';
import type { Provider } from '@/api/models';
import type { LeaveForProvider } from './mutations';
import { OrDivider } from './OrDivider';
import { ProviderButton } from './ProviderButton';

/** The space below the dialog, as MUI has it. */
const MARGIN = 32;

/**
 * Lets the dialog around an element grow downwards. A dialog is centred, so it would move under the
 * pointer when the element appears. Returns a function that centres it again.
 */
function keepInPlace(element: HTMLElement): () => void {
  const paper = element.closest<HTMLElement>('.MuiDialog-paper');
  const container = paper?.parentElement;
  if (!paper || !container) return () => undefined;
  element.style.display = 'none';
  const { top } = paper.getBoundingClientRect();
  element.style.display = '';
  const room = `calc(100% - ${Math.round(top) + MARGIN}px)`;
  Object.assign(container.style, { alignItems: 'flex-start' });
  Object.assign(paper.style, { marginTop: `${top}px`, maxHeight: room });
  return () => {
    Object.assign(container.style, { alignItems: '' });
    Object.assign(paper.style, { marginTop: '', maxHeight: '' });
  };
}

interface Props {
  providers: readonly Provider[];
  /** True if another way to sign in is between them and the form. */
  followsOther: boolean;
  disabled: boolean;
  leaving: LeaveForProvider;
}

/** The providers below the form of the sign-in dialog. They arrive after it. */
export default function ProviderButtons({ providers, followsOther, disabled, leaving }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (place.current ? keepInPlace(place.current) : undefined), []);
  return (
    <Stack ref={place} sx={{ gap: 1.5, mt: followsOther ? 1.5 : 2 }}>
      {!followsOther && <OrDivider />}
      {providers.map((provider) => (
        <ProviderButton
          key={provider.provider}
          provider={provider}
          disabled={disabled}
          leaving={leaving}
        />
      ))}
    </Stack>
  );
}
