import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useRef, useState } from 'react';
import type { AuditLog } from '@/api/models';
import { FollowUps } from '@/ui/FollowUps';
import { FileDrop } from '@/ui/FileDrop';
import type { TrustedKey } from '../check/former';
import { CheckResult, Headline } from './CheckResult';
import { trustedKeys } from './keys';
import type { Printout } from './printout';
import { read, useAbility, useCheck, type EvidenceFile } from './useCheck';

const COMMAND = 'aditus audit check FILE --key KEY';

/** Explains why this browser cannot check a file, and names an alternative. */
const unable = {
  insecure:
    'This page was loaded without encryption, so your browser cannot check signatures. Open it with https, or check the file with the command',
  'no Ed25519':
    'This browser does not support Ed25519, with which the log is signed. Use a current Chromium, Firefox or Safari, or check the file with the command',
} as const;

interface Props {
  /** The log that the server publishes; undefined while it is loading, or if that failed. */
  log: AuditLog | undefined;
  printout: Printout | undefined;
}

/** Checks an evidence file in the browser. The file never leaves the device. */
export function CheckFile({ log, printout }: Props) {
  const ability = useAbility();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<EvidenceFile>();
  const [whose, setWhose] = useState<'server' | 'own'>('server');
  const [typed, setTyped] = useState('');
  const own = typed.trim();
  const keys = useMemo((): readonly TrustedKey[] => {
    if (whose === 'own') return own ? [{ key: own }] : [];
    return trustedKeys(log);
  }, [whose, own, log]);
  const outcome = useCheck(ability === 'able' ? chosen : undefined, keys);
  const readChosen = (file: File | undefined) => {
    if (file) void read(file).then(setChosen);
  };
  return (
    <>
      <Typography sx={{ mb: 2 }}>
        Choose the file that you downloaded under “Download proof”, or that someone gave you. It is
        checked in this browser: nothing is uploaded, and you don&rsquo;t need to sign in.
      </Typography>
      {ability && ability !== 'able' && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {unable[ability]} <code>{COMMAND}</code>.
        </Alert>
      )}
      <FormControl sx={{ display: 'flex', mb: 2 }}>
        <FormLabel id="trusted-keys" sx={{ fontSize: '0.875rem', fontWeight: 600 }}>
          Which key do you trust?
        </FormLabel>
        <RadioGroup
          aria-labelledby="trusted-keys"
          value={whose}
          onChange={(_, value) => setWhose(value === 'own' ? 'own' : 'server')}
        >
          <FormControlLabel
            value="server"
            control={<Radio size="small" />}
            label="The keys that this server publishes"
          />
          <FormControlLabel
            value="own"
            control={<Radio size="small" />}
            label="A key that I got elsewhere, because I do not trust this server"
          />
        </RadioGroup>
      </FormControl>
      <FollowUps asked={whose === 'own'} labels="Key">
        <TextField
          label="Key"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          helperText="The name of the log, eight digits and the key, separated by plus signs."
          slotProps={{ htmlInput: { spellCheck: false, autoComplete: 'off' } }}
          sx={{ mb: 2 }}
        />
      </FollowUps>
      <FileDrop
        id="evidence"
        label="Evidence file"
        required={false}
        accept=".json,application/json"
        takes="A file that ends in .evidence.json, at most 20 MiB"
        input={input}
        describedBy="evidence-outcome"
        isWrong={false}
        isFilled={chosen !== undefined}
        onTake={readChosen}
      >
        {chosen && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, p: 1.5 }}>
            <Typography variant="body2" sx={{ flex: '1 1 200px', overflowWrap: 'anywhere' }}>
              {chosen.name}
            </Typography>
            <Button size="small" onClick={() => input.current?.click()}>
              Choose another file
            </Button>
          </Box>
        )}
      </FileDrop>
      <Box id="evidence-outcome" role="status" sx={{ mt: 2 }}>
        {chosen && 'fault' in chosen && (
          <Alert severity="error">
            {chosen.name} is not an evidence file. {chosen.fault}
          </Alert>
        )}
        {chosen && 'bytes' in chosen && !outcome && (
          <Typography variant="body2">{waitsFor(ability, whose, keys)}</Typography>
        )}
        {outcome && <Headline outcome={outcome} printout={printout} />}
      </Box>
      {outcome && <CheckResult outcome={outcome} whose={whose} log={log} />}
    </>
  );
}

/** Returns the reason why a chosen file is not checked yet. */
function waitsFor(
  ability: string | undefined,
  whose: 'server' | 'own',
  keys: readonly TrustedKey[],
): string {
  if (ability !== undefined && ability !== 'able') return 'This browser cannot check the file.';
  if (keys.length > 0) return 'The file is being checked…';
  return whose === 'own'
    ? 'Paste the key that you trust.'
    : 'The keys of this server are not available. Paste a key that you got elsewhere.';
}
