import CancelOutlined from '@mui/icons-material/CancelOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { AuditLog } from '@/api/models';
import { PlainList } from '@/ui/PlainList';
import { formatDate } from '@/lib/dates';
import { count } from '@/lib/numbers';
import { isProved, type Checked } from '../check/check';
import { sizeContradiction, latestRetirement, type FormerKeyResult } from '../check/former';
import { trustedKeys } from './keys';
import { contradiction, type Printout } from './printout';
import { EvidenceDetails, useActLabel } from './EvidenceDetails';
import { PathTree } from './PathTree';
import type { CheckOutcome } from './useCheck';

interface HeadlineProps {
  outcome: CheckOutcome;
  printout: Printout | undefined;
}

/** States in a sentence what a file proves, or why it proves nothing. */
export function Headline({ outcome: { chosen, answer }, printout }: HeadlineProps) {
  const words = useActLabel(answer.facts?.kind);
  const wrong = answer.checked.find(({ fault }) => fault !== undefined);
  if (wrong || !isProved(answer)) {
    return (
      <Alert severity="error">
        <AlertTitle>{chosen.name} could not be verified</AlertTitle>
        {wrong && (
          <>
            Wrong: {wrong.what}. {sentence(wrong.fault)}
          </>
        )}
      </Alert>
    );
  }
  const { index, signed, former } = answer;
  const other = printout && contradiction(printout, answer);
  return (
    <>
      <Alert severity="success">
        <AlertTitle>{chosen.name} is valid</AlertTitle>
        It proves: “{words}” is in the log of {String(signed?.size)} entries that {signed?.origin}{' '}
        signed, at index {String(index)}.
      </Alert>
      {former && <SignedByFormer former={former} />}
      {printout && (
        <Alert severity={other ? 'warning' : 'info'} sx={{ mt: 1 }}>
          {other ?? 'It does not contradict the printout that you came from.'}
        </Alert>
      )}
    </>
  );
}

/** Explains the validity of a file that only a former key signed. */
function SignedByFormer({ former: { retired, isCompared } }: { former: FormerKeyResult }) {
  return (
    <Alert severity={isCompared ? 'info' : 'warning'} sx={{ mt: 1 }}>
      It is signed by a former key, retired on {formatDate(retired.at)} when the log had{' '}
      {count(retired.size, 'entry', 'entries')}.{' '}
      {isCompared
        ? 'The log that this server publishes today begins with what that key signed.'
        : 'The page could not compare it with the current log, and anyone who still has the secret of that key can sign such a file. Ask for a new proof, signed with the current key.'}
    </Alert>
  );
}

/** Turns a fault such as "it is not canonical" into a sentence. */
const sentence = (fault: string | undefined) =>
  fault && `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`;

function Check({ checked: { what, fault } }: { checked: Checked }) {
  const holds = fault === undefined;
  const Icon = holds ? CheckCircleOutlined : CancelOutlined;
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, py: 0.5 }}>
      <Icon
        titleAccess={holds ? 'Right' : 'Wrong'}
        sx={(theme) => ({
          fontSize: 20,
          mt: '1px',
          color: theme.vars.palette.status[holds ? 'approved' : 'denied'].main,
        })}
      />
      <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {what}
        {!holds && (
          <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
            {sentence(fault)}
          </Box>
        )}
      </Typography>
    </Box>
  );
}

/**
 * Shows what this server reports about a key that the user entered. It is only a warning, because
 * the server may be wrong.
 */
function KeyWarning({ outcome, log }: Pick<Props, 'outcome' | 'log'>) {
  const { signed } = outcome.answer;
  const retired = signed && latestRetirement(signed, trustedKeys(log));
  if (!retired) return null;
  return (
    <Alert severity="warning" sx={{ mt: 1.5 }}>
      This server says that the key was retired on {formatDate(retired.at)}, when the log had{' '}
      {count(retired.size, 'entry', 'entries')}.{' '}
      {sizeContradiction(signed, retired)
        ? `This file claims ${signed.size.toLocaleString()}: if the server is right, it is forged.`
        : 'Anyone who still has the secret of that key can sign such a file. Ask for a new proof, signed with the current key.'}
    </Alert>
  );
}

/**
 * Names the source of the trusted keys: a server that the user distrusts must not be its own
 * witness.
 */
function Trust({ outcome, whose, log }: Props) {
  const { signed } = outcome.answer;
  if (!signed) return null;
  const origin = log?.origin;
  return (
    <Typography variant="body2" sx={{ mt: 1.5 }}>
      {whose === 'server'
        ? 'Checked with the keys that this server publishes. If you do not trust the server, that is not enough: get the key from elsewhere, and check again.'
        : 'Checked with the key that you entered, independently of this server.'}
      {origin && origin !== signed.origin && (
        <>
          {' '}
          The file belongs to the log {signed.origin}. The log of this server is {origin}.
        </>
      )}
    </Typography>
  );
}

interface Props {
  outcome: CheckOutcome;
  whose: 'server' | 'own';
  log: AuditLog | undefined;
}

/** Shows the result of each check, and the content of the entry. */
export function CheckResult({ outcome, whose, log }: Props) {
  const { checked, evidence, facts } = outcome.answer;
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="h3">What was checked</Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 320px)' },
        }}
      >
        <PlainList aria-label="What was checked" sx={{ mt: 0.5 }}>
          {checked.map((one) => (
            <Check key={one.what} checked={one} />
          ))}
        </PlainList>
        <PathTree answer={outcome.answer} />
      </Box>
      <Trust outcome={outcome} whose={whose} log={log} />
      {whose === 'own' && <KeyWarning outcome={outcome} log={log} />}
      {evidence && facts && (
        <EvidenceDetails answer={outcome.answer} evidence={evidence} facts={facts} />
      )}
    </Box>
  );
}
