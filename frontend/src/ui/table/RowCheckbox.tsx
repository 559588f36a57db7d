import { useEffect, useRef, type ComponentProps } from 'react';

interface Props extends Pick<ComponentProps<'input'>, 'checked' | 'disabled' | 'onChange'> {
  label: string;
  indeterminate?: boolean;
}

/**
 * A native checkbox, because a page has fifty of them and MUI's costs as much as the rest of its
 * row. Its styles are in `boxLook`, which the surrounding list must use.
 */
export function RowCheckbox({ label, indeterminate = false, ...props }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className="pick">
      <input {...props} ref={box} type="checkbox" aria-label={label} />
    </label>
  );
}
