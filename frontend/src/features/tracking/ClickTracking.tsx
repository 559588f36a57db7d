import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { api, body } from '@/api/client';
import { consentBar } from '@/ui/bars';
import { ShellButton } from '@/ui/ShellButton';
import { ShellText } from '@/ui/ShellText';
import { LOW_WINDOW } from '@/ui/looks';
import {
  askForConsent,
  setClicksCounted,
  useClicksCounted,
  useConsentAsked,
} from '@/lib/clickConsent';
import { agree, forgetVisitor, isRefused, refuse, visitorId } from './visitor';
import { recordClicks } from './recorder';

/**
 * Returns the id for a visitor's consent, or undefined if the server does not count clicks or does
 * not answer.
 */
async function askServer(): Promise<string | undefined> {
  try {
    const { data } = body(await api.GET('/api/v1/users/generate-uuid'));
    return data.tracking ? data.uuid : undefined;
  } catch {
    return undefined;
  }
}

/** Counts clicks if the deployer switched it on and the visitor consents (decisions A11). */
export default function ClickTracking() {
  const counted = useClicksCounted();
  const asked = useConsentAsked();
  const [offered, setOffered] = useState<string>();
  const [visitor, setVisitor] = useState<string>();

  useEffect(() => {
    let gone = false;
    void askServer().then((uuid) => {
      if (gone) return;
      setClicksCounted(uuid !== undefined);
      setOffered(uuid);
      if (uuid === undefined) forgetVisitor();
      else if (visitorId()) setVisitor(visitorId());
      else if (!isRefused()) askForConsent();
    });
    return () => {
      gone = true;
    };
  }, []);
  useEffect(() => (visitor ? recordClicks(visitor) : undefined), [visitor]);

  if (!counted || !asked || !offered) return null;
  return (
    <Box
      ref={consentBar}
      component="section"
      data-bar
      aria-labelledby="click-tracking"
      sx={{
        position: 'sticky',
        [LOW_WINDOW]: { position: 'static' },
        bottom: 0,
        zIndex: 'appBar',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: { xs: 2, sm: 4 },
        py: 2,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ flex: '1 1 320px' }}>
        <ShellText id="click-tracking" variant="h2" sx={{ typography: 'h3' }}>
          Can we collect usage statistics?
        </ShellText>
        <ShellText variant="body2" quiet>
          They show which pages and buttons are used, so that we can improve them. We would store a
          random id in a cookie, the page, the button, the role you use and a shortened network
          address, but never what you type. You can change your choice at the bottom of every page.
        </ShellText>
      </Box>
      <Box sx={{ display: 'flex', gap: 1.5 }}>
        <ShellButton
          look="outlined"
          onClick={() => {
            refuse();
            setVisitor(undefined);
          }}
        >
          No thanks
        </ShellButton>
        <ShellButton
          look="outlined"
          onClick={() => {
            const uuid = visitorId() ?? offered;
            agree(uuid);
            setVisitor(uuid);
          }}
        >
          Agree
        </ShellButton>
      </Box>
    </Box>
  );
}
