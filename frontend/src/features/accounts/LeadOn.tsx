import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Path } from '@/app/paths';

interface Props {
  /** The good news, and where the way leads. */
  children: string;
  to: Path;
  /** Milliseconds in which it can be read before the way leads on (1 §2.5). */
  readingTime: number;
}

/** What has been verified, until the way leads on by itself or by the button. */
export function LeadOn({ children, to, readingTime }: Props) {
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
        Go on now
      </Button>
    </>
  );
}
