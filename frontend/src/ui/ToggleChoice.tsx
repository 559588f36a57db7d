import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';

interface Props<Key extends string> {
  label: string;
  /** The choices with their names, in order. */
  names: Record<Key, string>;
  value: Key;
  onChange: (value: Key) => void;
}

/** A choice between a few ways to see the same, as buttons in a row. Not printed. */
export function ToggleChoice<Key extends string>({ label, names, value, onChange }: Props<Key>) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={label}
      value={value}
      onChange={(_, next: Key | null) => next && onChange(next)}
      sx={{ '@media print': { display: 'none' } }}
    >
      {(Object.keys(names) as Key[]).map((key) => (
        <ToggleButton
          key={key}
          value={key}
          sx={{ px: 2, py: 0.5, textTransform: 'none', color: 'text.primary' }}
        >
          {names[key]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
