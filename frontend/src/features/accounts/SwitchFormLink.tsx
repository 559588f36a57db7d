import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';

interface Props {
  question: string;
  label: string;
  onSwitch: () => void;
}

/** A link below a form that switches from signing in to signing up, or back. */
export function SwitchFormLink({ question, label, onSwitch }: Props) {
  return (
    <Typography variant="body2" color="textSecondary">
      {question}{' '}
      <Link
        component="button"
        type="button"
        variant="body2"
        onClick={onSwitch}
        sx={{ verticalAlign: 'baseline' }}
      >
        {label}
      </Link>
    </Typography>
  );
}
