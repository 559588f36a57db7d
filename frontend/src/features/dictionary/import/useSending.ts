import { useEffect, useRef, useState } from 'react';
import { useAct } from '@/api/useAct';
import type { ImportFiles, Sending } from './calls';

/**
 * A mutation that uploads files, with the uploaded share and a function that cancels it. Unmounting
 * cancels it too.
 */
export function useSending<Answer>(
  send: (files: ImportFiles, sending: Sending) => Promise<Answer>,
  onSuccess?: (answer: Answer) => void,
) {
  const running = useRef<AbortController>(null);
  const [share, setShare] = useState(0);
  useEffect(() => () => running.current?.abort(), []);
  const call = useAct({
    mutationFn: (files: ImportFiles) => {
      const { signal } = (running.current = new AbortController());
      setShare(0);
      return send(files, { onProgress: setShare, signal });
    },
    onSuccess,
  });
  const cancel = () => {
    running.current?.abort();
    call.reset();
  };
  return { call, share, cancel };
}
