import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';

interface Props {
  question: string;
  /** What the link says. */
  way: string;
  onTake: () => void;
}

/** Below a form: for who meant to sign in, or to sign up, instead. */
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
