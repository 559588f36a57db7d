import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { ApiError, messageOf, tellsOfLostCall } from '@/api/errors';
import { useSession } from '@/api/session';
import type { DataRequest, OwnStage } from '@/api/models';
import { CodeField, retryAt, type CodeFieldHandle } from '@/components/CodeField';
import { DialogFrame } from '@/components/DialogFrame';
import { useFormDraft } from '@/components/formDraft';
import { LimitedField } from '@/components/LimitedField';
import { LostCall } from '@/components/LostCall';
import { useInSight } from '@/components/useInSight';
import { CODE_LENGTH } from '@/lib/codes';
import { codeWords, isDeadCode } from '@/lib/codeWords';
import { formatDateTime } from '@/lib/dates';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { isBlank } from '@/lib/typed';
import { useDecide, useSendCode } from './mutations';
import { answeredStage, stageWords } from './stageWords';

interface Props {
  request: DataRequest;
  stage: OwnStage;
  /** The outcome meant: the code is bound to it (decisions C7). */
  approve: boolean;
  onDecided: () => void;
  onClose: () => void;
}

type Fields = 'reason' | 'recommendation' | 'otp';

/** What is known of the code; times are the server's, in milliseconds since 1970. */
interface Code {
  expiresAt: number | null;
  resendAt: number | null;
  /** What is said instead of the countdown, of a code that was not sent or is void. */
  ended?: string;
  /** When it was sent, where that was before the dialog was opened. */
  before?: string;
}

/** Why a call failed. A lost one is tried again: the wish for a code where there is none yet, else the decision. */
function Refused({ words, onRetry }: { words: string; onRetry?: () => void }) {
  return tellsOfLostCall(words) ? (
    <LostCall onRetry={onRetry}>{words}</LostCall>
  ) : (
    <Alert severity="error">{words}</Alert>
  );
}

/** Approves or denies at one's own stage: what will happen, the fields, then the code from the e-mail (2 §4). */
export function DecisionDialog(props: Props) {
  const { request, stage, approve, onDecided, onClose } = props;
  const id = useId();
  const session = useSession();
  const [{ reason, recommendation }, set] = useFormDraft(
    `${approve ? 'approve' : 'deny'} ${stage.state_id}`,
    { reason: '', recommendation: '' },
  );
  const [otp, setOtp] = useState('');
  const [faults, setFaults] = useState<Partial<Record<Fields, string>>>({});
  const [refused, setRefused] = useState<string>();
  const [code, setCode] = useState<Code | null>(null);
  const codeField = useRef<CodeFieldHandle>(null);
  const sendCode = useSendCode(stage.state_id);
  const decide = useDecide(request, stage);

  const send = (unlessSent: boolean) =>
    sendCode.mutate(
      { approve, unlessSent },
      {
        onSuccess: ({ data, message }) => {
          setCode({
            expiresAt: Date.parse(data.expires_at),
            resendAt: Date.parse(data.resend_at),
            ...(data.before && { before: formatDateTime(data.issued_at) }),
          });
          setRefused(undefined);
          if (!data.before) toast(message, 'success');
        },
        onError: (error) => {
          const none = { expiresAt: null, ended: 'No OTP was sent. Send one below' };
          setCode((known) => ({ ...(known ?? none), resendAt: retryAt(error) }));
          setRefused(messageOf(error));
        },
      },
    );
  const asked = useRef(false);
  useEffect(() => {
    // Opening the dialog asks for the code, once even where effects run twice; the server does not replace one that lives.
    if (asked.current) return;
    asked.current = true;
    send(true);
  });

  const userId = session?.user.user_id;
  // Another person was quicker, or asks the requester to act: what was typed stays to be copied, or until the decision is possible
  // again. A request that is read again may show the own decision before its answer arrives.
  const ended =
    request.acting.decide.allowed || decide.isPending
      ? undefined
      : (stageWords(request, userId) ?? request.acting.decide.why_not);
  const place = useInSight<HTMLDivElement>(ended ?? refused);
  const isOwn = userId !== undefined && answeredStage(request)?.attended_by?.user_id === userId;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ended) return;
    const found: typeof faults = {};
    if (!approve && isBlank(reason)) found.reason = 'Comment is required';
    if (!approve && isBlank(recommendation)) found.recommendation = 'Recommendation is required';
    if (otp.length < CODE_LENGTH) found.otp = 'OTP is required';
    setFaults(found);
    setRefused(undefined);
    // A long text may have scrolled the first error out of sight.
    const first = (['reason', 'recommendation', 'otp'] as const).find((field) => found[field]);
    if (first) {
      document.getElementById(`${id}-${first}`)?.focus();
      return;
    }
    decide.mutate(
      { approve, otp, reason: reason.trim(), recommendation: recommendation.trim() },
      {
        onSuccess: ({ message, data }) => {
          // One text, and a second one after an approval (2 §4).
          toast(message, 'success');
          if (data.approved) toast(data.approved, 'success');
          onDecided();
          onClose();
        },
        onError: (error) => {
          if (error instanceof ApiError && (error.code === 605 || isDeadCode(error))) {
            if (isDeadCode(error)) {
              const ended = error.errors.otp?.[0];
              setCode((known) => ({ resendAt: known?.resendAt ?? null, expiresAt: null, ended }));
            }
            setFaults({ otp: isDeadCode(error) ? error.message : codeWords(error) });
            codeField.current?.retry();
            return;
          }
          if (error instanceof ApiError && Object.keys(error.errors).length > 0) {
            setFaults(
              Object.fromEntries(
                Object.entries(error.errors).map(([field, messages]) => [field, messages[0]]),
              ),
            );
            return;
          }
          setRefused(messageOf(error));
        },
      },
    );
  };

  const deed = approve ? 'approve' : 'deny';
  return (
    <DialogFrame
      onClose={onClose}
      pending={decide.isPending}
      aria-labelledby={`${id}-title`}
      slotProps={{ paper: { sx: { width: 520 } } }}
    >
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={`${id}-title`}>
          {approve ? 'Approve' : 'Deny'} {request.reference}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>
            {approve
              ? `You ${deed} “${request.title}” as ${stage.role}. The request then goes on to the next stage; this cannot be taken back.`
              : `You ${deed} “${request.title}” as ${stage.role}. The review ends here, and the requester reads your reason and recommendation.`}
          </DialogContentText>
          {(ended ?? refused) && (
            <div ref={place}>
              {ended ? (
                <Alert severity={isOwn ? 'info' : 'warning'} role="alert">
                  {isOwn
                    ? ended
                    : `${ended} Your decision was not sent. You can copy what you typed.`}
                </Alert>
              ) : (
                <Refused
                  words={refused!}
                  onRetry={code?.expiresAt === null ? () => send(false) : undefined}
                />
              )}
            </div>
          )}
          <LimitedField
            limit={limits.DecisionBody.reason}
            id={`${id}-reason`}
            label={approve ? 'Comment (optional)' : 'Reason'}
            required={!approve}
            multiline
            minRows={2}
            value={reason}
            slotProps={{ input: { readOnly: Boolean(ended) } }}
            onChange={({ target }) => set({ reason: target.value, recommendation })}
            error={Boolean(faults.reason)}
            helperText={faults.reason}
            autoFocus
          />
          <LimitedField
            limit={limits.DecisionBody.recommendation}
            id={`${id}-recommendation`}
            label={approve ? 'Recommendation (optional)' : 'Recommendation'}
            required={!approve}
            multiline
            minRows={2}
            value={recommendation}
            slotProps={{ input: { readOnly: Boolean(ended) } }}
            onChange={({ target }) => set({ reason, recommendation: target.value })}
            error={Boolean(faults.recommendation)}
            helperText={faults.recommendation}
          />
          {code?.before && !ended && (
            <DialogContentText>
              An OTP was sent on {code.before}. Verify using that OTP.
            </DialogContentText>
          )}
          {ended ? null : code === null ? (
            <DialogContentText role="status">Sending the OTP to your e-mail…</DialogContentText>
          ) : (
            <CodeField
              id={`${id}-otp`}
              ref={codeField}
              value={otp}
              onChange={setOtp}
              expiresAt={code.expiresAt}
              resendAt={code.resendAt}
              ended={code.ended}
              onResend={() => send(false)}
              resending={sendCode.isPending}
              error={faults.otp}
              takesFocus={approve}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={decide.isPending}>
            {ended ? 'Close' : 'Cancel'}
          </Button>
          <Button
            type="submit"
            disabled={Boolean(ended)}
            variant="contained"
            color={approve ? 'success' : 'error'}
            loading={decide.isPending}
          >
            {approve ? 'Approve this request' : 'Deny this request'}
          </Button>
        </DialogActions>
      </Box>
    </DialogFrame>
  );
}
