import { useParamsChange } from '@/lib/useParamsChange';
import { ToggleChoice } from './ToggleChoice';

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

/** Shows the same information as a picture or as a list. */
export function ViewSwitch({ label, names, view, onShow }: Props) {
  const { picture, list } = names;
  return <ToggleChoice label={label} names={{ picture, list }} value={view} onChange={onShow} />;
}
