import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQueries } from '../queries';

interface Verdict {
  phone: string;
  exists: boolean;
  registered: boolean;
}

/**
 * Checks a phone number when its field loses focus. The verdict is valid for that number only. If
 * the server cannot be reached there is none, and the server checks the number again on submit.
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
