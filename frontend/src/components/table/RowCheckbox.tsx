import { useEffect, useRef, type ComponentProps } from 'react';

interface Props extends Pick<ComponentProps<'input'>, 'checked' | 'disabled' | 'onChange'> {
  label: string;
  indeterminate?: boolean;
}

/**
 * The browser's own box, because there are fifty of them on a page, and one of MUI's costs as much as the rest of its row. It looks as
 * `boxLook` says, which belongs to the list around it.
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
