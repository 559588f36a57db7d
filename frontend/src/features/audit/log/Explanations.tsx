import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { product } from '@/lib/product';

const texts = { '& li + li': { mt: 0.75 }, pl: 2.5, my: 1 } as const;

/** Explains what the log proves, and what it does not. */
export function WhatItProves() {
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 4,
        rowGap: 2,
        gridTemplateColumns: { sm: '1fr 1fr' },
      }}
    >
      <Box>
        <Typography variant="h4" component="h3">
          It proves
        </Typography>
        <Box component="ul" sx={texts}>
          <li>that an entry was recorded at the latest when a checkpoint was signed;</li>
          <li>that the entry has not changed since then;</li>
          <li>on which version of a request a decision was made, if the file contains one;</li>
          <li>
            that a passkey confirmed a decision, if one did, and that the same account had added the
            passkey before;
          </li>
          <li>to anyone who kept a checkpoint: that nothing before it was changed or removed.</li>
        </Box>
      </Box>
      <Box>
        <Typography variant="h4" component="h3">
          It does not prove
        </Typography>
        <Box component="ul" sx={texts}>
          <li>that what an entry says is true;</li>
          <li>that everything that happened was recorded;</li>
          <li>
            who a person is: an entry identifies an account by its number; the file includes texts
            and names only in some cases;
          </li>
          <li>anything about a file that names another log or another key than you trust.</li>
        </Box>
      </Box>
    </Box>
  );
}

/** Explains how to monitor the log without trusting its operator. */
export function HowToWitness() {
  return (
    <Box component="ol" sx={texts}>
      <li>
        Download the newest checkpoint today, and keep it where no one from this service can reach
        it. It reveals nothing about what is recorded.
      </li>
      <li>
        Keep the key as well. Compare it with the one that the operator has published elsewhere, on
        paper or on a page of its own.
      </li>
      <li>
        Later, any program for tlog-tiles shows from <code>/log/checkpoint</code> and{' '}
        <code>/log/tile/…</code> whether the log still begins with the checkpoint that you kept. If
        it does not, someone changed earlier entries, and your checkpoint proves that.
      </li>
    </Box>
  );
}

const formats: readonly (readonly [name: string, address: string, what: string])[] = [
  ['C2SP tlog-checkpoint', 'https://c2sp.org/tlog-checkpoint', 'the signed head of the log'],
  ['C2SP tlog-tiles', 'https://c2sp.org/tlog-tiles', 'what is served under /log/'],
  ['C2SP tlog-proof', 'https://c2sp.org/tlog-proof', 'the proof in an evidence file'],
  ['C2SP signed-note', 'https://c2sp.org/signed-note', 'signatures and keys (Ed25519)'],
  ['RFC 6962, section 2.1', 'https://www.rfc-editor.org/rfc/rfc6962#section-2.1', 'the tree'],
  ['RFC 8785', 'https://www.rfc-editor.org/rfc/rfc8785', 'the entries, as canonical JSON'],
  [
    'Web Authentication, section 7.2',
    'https://www.w3.org/TR/webauthn-2/#sctn-verifying-assertion',
    'signatures of passkeys',
  ],
];

/** Lists the published formats, which third-party programs can use to read the log. */
export function Formats() {
  return (
    <>
      <Typography>
        Everything here is in public formats, so that you need neither this page nor {product.name}{' '}
        to check a file.
      </Typography>
      <Box component="ul" sx={texts}>
        {formats.map(([name, address, what]) => (
          <li key={name}>
            <MuiLink href={address} rel="noreferrer" underline="always">
              {name}
            </MuiLink>
            : {what}
          </li>
        ))}
      </Box>
      <Typography>
        An evidence file is JSON with the field <code>format</code> of{' '}
        <code>aditus.evidence/1</code>. Its <code>entry</code> is the leaf of the tree, to the byte;{' '}
        <code>content</code> is the version of the request that the entry names by its SHA-256; each
        of <code>values</code> is a text with its salt, whose SHA-256 is in one of the two. If a
        passkey confirmed a decision, <code>enrolment</code> is the entry about the passkey with its
        own proof, and the challenge is the SHA-256 of a text with account, request, stage, round,
        outcome, version and nonce.
      </Typography>
    </>
  );
}
