import Alert from '@mui/material/Alert';
import GlobalStyles from '@mui/material/GlobalStyles';
import { closeSnackbar, enqueueSnackbar, SnackbarProvider } from 'notistack';
import type { CustomContentProps } from 'notistack';
import { useEffect, type Ref } from 'react';
import { afterPress } from '@/lib/press';
import { useReadingTime } from '@/lib/readingTime';
import { connectToaster, type ToastTone } from '@/lib/toast';
import { LOW_WINDOW } from './looks';

/** Milliseconds a toast stays at least (1 §8). */
const SHOWN_FOR = 5000;

function ToastContent({
  id,
  message,
  variant,
  ref,
}: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  useEffect(() => {
    const container = document.querySelector(`.${CONTAINER}`);
    if (container) sizes.observe(container);
  }, []);
  const reading = useReadingTime(typeof message === 'string' ? message : '', SHOWN_FOR, () =>
    closeSnackbar(id),
  );
  return (
    <Alert
      ref={ref}
      severity={variant as ToastTone}
      variant="filled"
      role={variant === 'error' || variant === 'warning' ? 'alert' : 'status'}
      onClose={() => closeSnackbar(id)}
      {...reading}
      slotProps={{ closeButton: { 'aria-label': 'Close this message' } }}
      sx={{
        bgcolor: `${variant}.main`,
        color: `${variant}.contrastText`,
        width: '100%',
        maxWidth: 560,
        py: 0.25,
        fontWeight: 500,
        alignItems: 'center',
      }}
    >
      {message}
    </Alert>
  );
}

const content = {
  success: ToastContent,
  info: ToastContent,
  warning: ToastContent,
  error: ToastContent,
};

/** The lower edge of the toasts that are shown, from the top of the window; for the styles below. */
const EDGE = '--toasts';
const CONTAINER = 'notistack-SnackbarContainer';

/** Scrolls what has the focus out from under the toasts, as the window's `scroll-padding` says. */
function showFocusBelow(edge: number): void {
  const focused = document.activeElement;
  if (!focused?.closest('#content, [role=dialog]')) return;
  const { top, bottom } = focused.getBoundingClientRect();
  if (focused.id !== 'content' && top < edge && bottom > 0)
    focused.scrollIntoView({ block: 'nearest' });
}

/** Keeps the edge. An element that has gone measures nothing. */
const sizes = new ResizeObserver((entries) => {
  afterPress(() => {
    for (const { target } of entries) {
      const { height, bottom } = target.getBoundingClientRect();
      document.documentElement.style.setProperty(EDGE, `${height > 0 ? Math.ceil(bottom) : 0}px`);
      showFocusBelow(height > 0 ? bottom : 0);
    }
  });
});

/**
 * Toasts lie over the header, where there is neither heading nor field. What would lie under the higher ones, of several
 * lines or several at once, moves down for as long as they are shown: the page below the header, and dialogs.
 */
const room = (
  <GlobalStyles
    styles={{
      [`.${CONTAINER}.${CONTAINER}`]: {
        top: 4,
        // Three of them would fill a low window, and cover what has the focus wherever it is.
        [LOW_WINDOW]: {
          maxHeight: '50dvh',
          overflow: 'hidden auto',
          pointerEvents: 'auto',
          '& > *': { flexShrink: 0 },
        },
      },
      // What has the focus in the header is not covered either.
      [`body:has(header :focus-visible, [data-skip-link]:focus-visible) .${CONTAINER}.${CONTAINER}`]:
        { top: 68 },
      '#content': { marginTop: `max(0px, var(${EDGE}, 0px) - 64px)` },
      '.MuiDialog-container': {
        boxSizing: 'border-box',
        // A dialog keeps 32 px from the window's edge by itself, and one over the full screen none.
        paddingTop: `max(0px, var(${EDGE}, 0px) - 28px)`,
        // A low window scrolls the whole dialog, its fields under the toasts among it.
        scrollPadding: `calc(var(${EDGE}, 0px) + 12px) 0 12px`,
        '&:has(> .MuiDialog-paperFullScreen)': { paddingTop: `var(${EDGE}, 0px)` },
      },
      '.MuiDrawer-paper': {
        marginTop: `var(${EDGE}, 0px)`,
        maxHeight: `calc(100% - var(${EDGE}, 0px))`,
      },
    }}
  />
);

/** Shows toasts at the top for 5000 ms, or for as long as they take to read (1 §8); rendered once, beside the router. */
export default function Toaster() {
  useEffect(
    () => connectToaster(({ message, tone }) => void enqueueSnackbar(message, { variant: tone })),
    [],
  );
  return (
    <>
      {room}
      <SnackbarProvider
        maxSnack={3}
        // Each counts its own time, by its length and while nobody reads it.
        autoHideDuration={null}
        anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
        preventDuplicate
        Components={content}
      />
    </>
  );
}
