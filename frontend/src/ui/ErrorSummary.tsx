import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useEffect, useRef } from 'react';

export interface FieldFault {
  fieldId: string;
  message: string;
}

interface Props {
  faults: readonly FieldFault[];
  /** Number of attempts to continue. Each attempt focuses the summary if there are errors. */
  attempt: number;
}

/** All errors of a form, above its fields. Each links to its field. */
export function ErrorSummary({ faults, attempt }: Props) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) summary.current?.focus();
  }, [attempt]);
  if (faults.length === 0) return null;
  return (
    <Alert severity="error" ref={summary} tabIndex={-1} sx={{ mb: 3 }}>
      <AlertTitle>
        {faults.length === 1
          ? 'One answer needs attention'
          : `${faults.length} answers need attention`}
      </AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {faults.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <Link
              href={`#${fieldId}`}
              color="inherit"
              underline="always"
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId)?.focus();
              }}
            >
              {message}
            </Link>
          </li>
        ))}
      </Box>
    </Alert>
  );
}
