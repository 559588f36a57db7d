import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import { Link } from 'react-router';

export function BackButton({ to }: { to: string }) {
  return (
    <Button component={Link} to={to} startIcon={<ArrowBack />}>
      Back
    </Button>
  );
}
