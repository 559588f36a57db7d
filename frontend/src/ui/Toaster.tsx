import Alert from '@mui/material/Alert';
import GlobalStyles from '@mui/material/GlobalStyles';
import { closeSnackbar, enqueueSnackbar, SnackbarProvider } from 'notistack';
import type { CustomContentProps, SnackbarKey } from 'notistack';
import { useEffect, type Ref } from 'react';
import { runAfterPointerRelease } from '@/lib/pointerRelease';
import { useReadingTime } from '@/lib/readingTime';
import { connectToaster, type ToastTone } from '@/lib/toast';
import { LOW_WINDOW } from './looks';

/** Minimum milliseconds for which a toast is shown (1 §8). */
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

/** CSS variable with the lower edge of the toasts, as distance from the top of the window. */
const EDGE = '--toasts';
const CONTAINER = 'notistack-SnackbarContainer';

/** Scrolls the focused element out from under the toasts. `scroll-padding` keeps the distance. */
function showFocusBelow(edge: number): void {
  const focused = document.activeElement;
  if (!focused?.closest('#content, [role=dialog]')) return;
  const { top, bottom } = focused.getBoundingClientRect();
  if (focused.id !== 'content' && top < edge && bottom > 0)
    focused.scrollIntoView({ block: 'nearest' });
}

/** Updates `EDGE` when the toasts change. An element that was removed has no height. */
const sizes = new ResizeObserver((entries) => {
  runAfterPointerRelease(() => {
    for (const { target } of entries) {
      const { height, bottom } = target.getBoundingClientRect();
      document.documentElement.style.setProperty(EDGE, `${height > 0 ? Math.ceil(bottom) : 0}px`);
      showFocusBelow(height > 0 ? bottom : 0);
    }
  });
});

/**
 * Toasts cover the header, which has neither headings nor fields. If they need more space, with
 * several lines or several at once, the page below the header and dialogs move down meanwhile.
 */
const room = (
  <GlobalStyles
    styles={{
      [`.${CONTAINER}.${CONTAINER}`]: {
        top: 4,
        // Three toasts would fill a low window and cover the focused element in any position.
        [LOW_WINDOW]: {
          maxHeight: '50dvh',
          overflow: 'hidden auto',
          pointerEvents: 'auto',
          '& > *': { flexShrink: 0 },
        },
      },
      // Uncovers a focused element in the header.
      [`body:has(header :focus-visible, [data-skip-link]:focus-visible) .${CONTAINER}.${CONTAINER}`]:
        { top: 68 },
      '#content': { marginTop: `max(0px, var(${EDGE}, 0px) - 64px)` },
      '.MuiDialog-container': {
        boxSizing: 'border-box',
        // A dialog has a margin of 32 px by itself, and a full-screen dialog none.
        paddingTop: `max(0px, var(${EDGE}, 0px) - 28px)`,
        // In a low window the whole dialog scrolls, so its fields may scroll under the toasts.
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

/**
 * Shows toasts at the top for 5 s, or for as long as it takes to read them (1 §8). Rendered once,
 * beside the router.
 */
export default function Toaster() {
  useEffect(() => {
    const shown = new Set<SnackbarKey>();
    return connectToaster({
      // The message is the key, so it is shown once at a time.
      show: ({ message, tone }) => {
        shown.add(message);
        enqueueSnackbar(message, {
          key: message,
          variant: tone,
          onClose: (_event, _reason, closed) => void (closed && shown.delete(closed)),
        });
      },
      // A toast that is closing would not be shown again, so the one that is about to come stays.
      closeOthers: (kept) =>
        shown.forEach((key) => {
          if (key !== kept) closeSnackbar(key);
        }),
    });
  }, []);
  return (
    <>
      {room}
      <SnackbarProvider
        maxSnack={3}
        // `ToastContent` has its own timer, which depends on the length of the text and pauses
        // while the toast is hovered or focused.
        autoHideDuration={null}
        anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
        preventDuplicate
        Components={content}
      />
    </>
  );
}
