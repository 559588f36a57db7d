import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Path } from '@/app/paths';

interface Props {
  /** The success message, which names the target. */
  children: string;
  to: Path;
  /** Milliseconds before the redirect (1 §2.5). */
  readingTime: number;
}

/** Confirms a verification. Redirects after a while, or when the button is clicked. */
export function RedirectNotice({ children, to, readingTime }: Props) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true }), readingTime);
    return () => clearTimeout(timer);
  }, [navigate, to, readingTime]);
  return (
    <>
      <Alert severity="success" sx={{ mb: 2 }}>
        {children}
      </Alert>
      <Button component={Link} to={to} replace>
        Continue now
      </Button>
    </>
  );
}
