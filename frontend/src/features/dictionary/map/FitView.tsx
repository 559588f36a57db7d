import { useNodesInitialized, useReactFlow, useStore } from '@xyflow/react';
import { useEffect } from 'react';
import { FIT } from './tableFlow';

/**
 * Fits the whole map into its box once the tables are measured, and again when the box changes its
 * size. The fit of React Flow itself may come before the page has its final width.
 */
export function FitView() {
  const areMeasured = useNodesInitialized();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const { fitView } = useReactFlow();
  useEffect(() => {
    if (areMeasured && width > 0 && height > 0) void fitView(FIT);
  }, [areMeasured, width, height, fitView]);
  return null;
}
