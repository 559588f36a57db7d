import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { saveText } from '@/api/documents';
import { formatDate } from '@/lib/dates';
import { product } from '@/lib/product';
import { serverNow } from '@/lib/serverTime';
import { CopyButton } from '@/ui/CopyButton';
import { PlainList } from '@/ui/PlainList';

interface Props {
  codes: readonly string[];
  /** The username of their owner, for the file. */
  account: string;
  doneLabel: string;
  onDone: () => void;
}

const fileOf = (codes: readonly string[], account: string) =>
  [
    `${product.name} recovery codes of ${account}, made on ${formatDate(new Date(serverNow()))}`,
    'Each code signs you in once, together with your password, if you do not have your authenticator app or passkey.',
    '',
    ...codes,
    '',
  ].join('\r\n');

/** Shows new recovery codes, once. The button works after the owner has said that they are saved. */
export function RecoveryCodes({ codes, account, doneLabel, onDone }: Props) {
  const helpId = useId();
  const box = useRef<HTMLInputElement>(null);
  const [isSaved, setIsSaved] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const isMissing = isAsked && !isSaved;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsAsked(true);
        if (isSaved) onDone();
        else box.current?.focus();
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      <Typography>
        Save these recovery codes where you&rsquo;ll find them without your phone. Each signs you in
        once if you don&rsquo;t have your authenticator app or passkey. You won&rsquo;t see them
        again.
      </Typography>
      <PlainList
        aria-label="Recovery codes"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(108px, 1fr))',
          gap: 1,
          p: 2,
          borderRadius: 1,
          bgcolor: 'quiet',
        }}
      >
        {codes.map((code) => (
          <Typography key={code} component="li" sx={{ fontFamily: 'monospace', fontWeight: 600 }}>
            {code}
          </Typography>
        ))}
      </PlainList>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          size="small"
          startIcon={<DownloadOutlined />}
          aria-label="Download the recovery codes"
          onClick={() =>
            saveText(fileOf(codes, account), `${product.name.toLowerCase()}-recovery-codes.txt`)
          }
        >
          Download
        </Button>
        <CopyButton text={codes.join('\n')} what="the recovery codes" />
      </Box>
      <FormControl error={isMissing}>
        <FormControlLabel
          control={
            <Checkbox
              checked={isSaved}
              onChange={({ target }) => setIsSaved(target.checked)}
              slotProps={{
                input: { ref: box, 'aria-describedby': isMissing ? helpId : undefined },
              }}
            />
          }
          label="I have saved them"
        />
        {isMissing && (
          <FormHelperText id={helpId} role="alert">
            Save the codes first. You can&rsquo;t see them again.
          </FormHelperText>
        )}
      </FormControl>
      <Button type="submit" variant="contained" size="large" sx={{ justifySelf: 'start' }}>
        {doneLabel}
      </Button>
    </Box>
  );
}
