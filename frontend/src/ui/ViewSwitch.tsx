import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useParamsChange } from '@/lib/useParamsChange';

type View = 'picture' | 'list';

const PARAM = 'view';

/** Returns the view that the address names, by default the picture, and a function to change it. */
export function useView(): [View, (view: View) => void] {
  const [params, change] = useParamsChange();
  const show = (view: View) =>
    change(
      (next) => {
        if (view === 'list') next.set(PARAM, 'list');
        else next.delete(PARAM);
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get(PARAM) === 'list' ? 'list' : 'picture', show];
}

interface Props {
  /** Describes what is shown in either view. */
  label: string;
  /** The names of the two views, such as "Drawing" and "List". */
  names: Record<View, string>;
  view: View;
  onShow: (view: View) => void;
}

/** Two buttons that show the same information as a picture or as a list. */
export function ViewSwitch({ label, names, view, onShow }: Props) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={label}
      value={view}
      onChange={(_, next: View | null) => next && onShow(next)}
      sx={{ '@media print': { display: 'none' } }}
    >
      {(['picture', 'list'] as const).map((one) => (
        <ToggleButton
          key={one}
          value={one}
          sx={{ px: 2, py: 0.5, textTransform: 'none', color: 'text.primary' }}
        >
          {names[one]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
