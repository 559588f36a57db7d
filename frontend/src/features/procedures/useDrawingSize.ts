import { useEffect, useRef, useState } from 'react';
import type { Size } from './flow';

/** The minimum height of the drawing, in pixels. */
export const MIN_HEIGHT = 560;
const MAX_HEIGHT = 900;
/** The height of the drawing relative to the window, within limits. */
const SHARE = 0.8;

/**
 * Returns a ref for the box of the drawing, and the size of the drawing (3 §2.7): the width of that
 * box, and a share of the height of the window, within limits. It is updated when the box or the
 * window changes, and is 0 until it is measured.
 */
export function useDrawingSize() {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const measure = () => {
      const height = Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, innerHeight * SHARE));
      setSize({ width: box.current?.clientWidth ?? 0, height: Math.round(height) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, []);
  return { box, size };
}
