import Alert from '@mui/material/Alert';
import GlobalStyles from '@mui/material/GlobalStyles';
import { enqueueSnackbar, SnackbarProvider, closeSnackbar } from 'notistack';
import type { CustomContentProps } from 'notistack';
import { useEffect, type Ref } from 'react';
import { connectToaster, type ToastTone } from '@/lib/toast';

function ToastContent({
  id,
  message,
  variant,
  ref,
}: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  return (
    <Alert
      ref={ref}
      severity={variant as ToastTone}
      variant="filled"
      role={variant === 'error' || variant === 'warning' ? 'alert' : 'status'}
      onClose={() => closeSnackbar(id)}
      slotProps={{ closeButton: { 'aria-label': 'Close this message' } }}
      sx={{
        bgcolor: `${variant}.main`,
        color: `${variant}.contrastText`,
        width: '100%',
        maxWidth: 560,
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

/** The header stays within reach: on a phone a toast is as wide as the screen. */
const belowHeader = (
  <GlobalStyles
    styles={{ '.notistack-SnackbarContainer.notistack-SnackbarContainer': { top: 72 } }}
  />
);

/** Shows toasts at the top, below the header, for 5000 ms (1 §8); rendered once, beside the router. */
export default function Toaster() {
  useEffect(
    () => connectToaster(({ message, tone }) => void enqueueSnackbar(message, { variant: tone })),
    [],
  );
  return (
    <>
      {belowHeader}
      <SnackbarProvider
        maxSnack={3}
        autoHideDuration={5000}
        anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
        preventDuplicate
        Components={content}
      />
    </>
  );
}
