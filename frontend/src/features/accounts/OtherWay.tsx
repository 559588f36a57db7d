import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';

interface Props {
  question: string;
  way: string;
  onTake: () => void;
}

/** A link below a form that switches from signing in to signing up, or back. */
export function OtherWay({ question, way, onTake }: Props) {
  return (
    <Typography variant="body2" color="textSecondary">
      {question}{' '}
      <Link
        component="button"
        type="button"
        variant="body2"
        onClick={onTake}
        sx={{ verticalAlign: 'baseline' }}
      >
        {way}
      </Link>
    </Typography>
  );
}
