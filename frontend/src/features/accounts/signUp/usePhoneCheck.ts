import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQueries } from '../queries';

interface Verdict {
  phone: string;
  exists: boolean;
  registered: boolean;
}

/**
 * Checks a number when its field is left. A verdict counts for the number it was given for; where the server cannot
 * be reached there is none, and the server looks again when the form is sent.
 */
export function usePhoneCheck() {
  const client = useQueryClient();
  const [verdict, setVerdict] = useState<Verdict>();
  return {
    verdictOf: (phone: string) => (verdict?.phone === phone ? verdict : undefined),
    check: async (asked: string): Promise<Verdict | undefined> => {
      if (!asked) return undefined;
      try {
        const answer = await client.fetchQuery(accountQueries.phoneCheck(asked));
        const found = { phone: asked, ...answer };
        setVerdict(found);
        return found;
      } catch {
        return undefined;
      }
    },
  };
}
