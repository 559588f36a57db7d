import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { ApiError, fieldErrors, hasReason } from '@/api/errors';
import { useSession } from '@/api/session';
import type { DataRequest, OwnStage } from '@/api/models';
import { accountPath } from '@/app/paths';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { CodeField, retryAt, type CodeFieldHandle } from '@/ui/CodeField';
import { DialogFrame } from '@/ui/DialogFrame';
import { LimitedField } from '@/ui/LimitedField';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { useScrollIntoView } from '@/ui/useScrollIntoView';
import { CODE_LENGTH } from '@/lib/codes';
import { codeErrorText, isUnusableCode } from '@/lib/codeErrors';
import { formatDateTime } from '@/lib/dates';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { isBlank } from '@/lib/textInput';
import { useDecide, useSendCode } from './mutations';
import { decidedOwnStage, stageWords } from './stageWords';
import { useConfirmWays, type ConfirmWay } from './useConfirmWays';

interface Props {
  request: DataRequest;
  stage: OwnStage;
  /** The chosen outcome. The code is bound to it (decisions C7). */
  approve: boolean;
  onDecided: () => void;
  onClose: () => void;
}

/** The state of the code. Times are the server's, in milliseconds since 1970. */
interface Code {
  expiresAt: number | null;
  resendAt: number | null;
  /** The message instead of the countdown, for a code that was not sent or is void. */
  ended?: string;
  /** The time of an earlier code, sent before the dialog was opened. */
  before?: string;
}

/** True if the decision was refused because of its code. */
const isOfCode = (error: Error): error is ApiError =>
  error instanceof ApiError &&
  (hasReason(error, 'code_wrong', 'code_malformed') || isUnusableCode(error));

function decisionErrors(error: Error): Readonly<Record<string, string>> {
  if (!isOfCode(error)) return fieldErrors(error);
  return { otp: isUnusableCode(error) ? error.message : codeErrorText(error) };
}

/**
 * Approves or denies at the user's own stage: explains the consequence, then asks for the fields
 * and for the confirmation: a passkey (decisions O7), or the code from the email (2 §4). A code is
 * mailed only if no passkey can confirm the decision, or once the user chooses it.
 */
export function DecisionDialog(props: Props) {
  const { request, stage, approve, onDecided, onClose } = props;
  const id = useId();
  const session = useSession();
  /** The error if no code was sent. */
  const [unsent, setUnsent] = useState<Error>();
  const [code, setCode] = useState<Code | null>(null);
  const codeField = useRef<CodeFieldHandle>(null);
  const sendCode = useSendCode(stage.state_id);
  const decide = useDecide(request, stage);
  const confirm = useConfirmWays(request);
  const [chosen, setChosen] = useState<ConfirmWay>();
  const way = chosen && confirm.ways.includes(chosen) ? chosen : confirm.ways[0];
  const form = useRecordForm({
    name: `${approve ? 'approve' : 'deny'} ${stage.state_id}`,
    initial: { reason: '', recommendation: '', otp: '' },
    secrets: ['otp'],
    check: ({ reason, recommendation, otp }) => ({
      reason: !approve && isBlank(reason) ? 'Comment is required' : undefined,
      recommendation:
        !approve && isBlank(recommendation) ? 'Recommendation is required' : undefined,
      otp: way === 'code' && otp.length < CODE_LENGTH ? 'OTP is required' : undefined,
    }),
    quiet: true,
    save: decide,
    inputOf: ({ reason, recommendation, otp }) => ({
      approve,
      otp: way === 'passkey' ? undefined : otp,
      reason: reason.trim(),
      recommendation: recommendation.trim(),
    }),
    errorsOf: decisionErrors,
    onSaved: ({ message, data }) => {
      // One toast for one act: an approval adds a second text (2 §4, decisions C18).
      toast(data.approved ? `${message}. ${data.approved}` : message, 'success');
      onDecided();
      onClose();
    },
    onRefused: (error) => {
      if (!isOfCode(error)) return;
      if (isUnusableCode(error)) {
        const ended = error.errors.otp?.[0];
        setCode((last) => ({ resendAt: last?.resendAt ?? null, expiresAt: null, ended }));
      }
      codeField.current?.retry();
    },
  });

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
          setUnsent(undefined);
          decide.reset();
          if (!data.before) toast(message, 'success');
        },
        onError: (error) => {
          const none = { expiresAt: null, ended: 'No OTP was sent. Send one below' };
          setCode((last) => ({ ...(last ?? none), resendAt: retryAt(error) }));
          setUnsent(error);
        },
      },
    );
  const codeRequested = useRef(false);
  useEffect(() => {
    // Requests the code when it is first asked for, only once even if effects run twice. The server
    // does not replace a valid code.
    if (way !== 'code' || codeRequested.current) return;
    codeRequested.current = true;
    send(true);
  });

  const userId = session?.user.user_id;
  // Another person decided first, or demands action from the requester. The input stays so that it
  // can be copied, or until a decision is possible again. A refetched request may show the user's
  // own decision before the response arrives.
  const ended =
    request.acting.decide.allowed || decide.isPending
      ? undefined
      : (stageWords(request, userId) ?? request.acting.decide.why_not);
  const failure = (way === 'code' ? unsent : undefined) ?? form.refusal;
  const place = useScrollIntoView<HTMLDivElement>(ended ?? failure);
  const isOwn = userId !== undefined && decidedOwnStage(request)?.attended_by?.user_id === userId;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setUnsent(undefined);
    if (!ended && way && !form.pending) form.submit();
  };
  const choose = (other: ConfirmWay) => {
    setUnsent(undefined);
    decide.reset();
    setChosen(other);
  };

  const verb = approve ? 'approve' : 'decline';
  return (
    <DialogFrame
      onClose={onClose}
      pending={form.pending}
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
          {approve ? 'Approve' : 'Decline'} {request.reference}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>
            {approve
              ? `You ${verb} “${request.title}” as ${stage.role}. The review then continues with the stages that remain, or ends if yours is the last. This cannot be undone.`
              : `You ${verb} “${request.title}” as ${stage.role}. The review ends here, and the requester reads your reason and recommendation.`}
          </DialogContentText>
          {(ended ?? failure) && (
            <div ref={place}>
              {ended ? (
                <Alert severity={isOwn ? 'info' : 'warning'} role="alert">
                  {isOwn
                    ? ended
                    : `${ended} Your decision was not sent. You can copy what you typed.`}
                </Alert>
              ) : (
                // Requests a code if that failed or none is valid; otherwise submits the decision
                // again.
                <CallErrorAlert
                  error={failure}
                  onRetry={
                    way === 'code' && (unsent || code?.expiresAt === null)
                      ? () => send(false)
                      : undefined
                  }
                />
              )}
            </div>
          )}
          <LimitedField
            limit={limits.DecisionBody.reason}
            {...form.text('reason')}
            label={approve ? 'Comment (optional)' : 'Reason'}
            required={!approve}
            multiline
            minRows={2}
            slotProps={{ input: { readOnly: Boolean(ended) } }}
            autoFocus
          />
          <LimitedField
            limit={limits.DecisionBody.recommendation}
            {...form.text('recommendation')}
            label={approve ? 'Recommendation (optional)' : 'Recommendation'}
            required={!approve}
            multiline
            minRows={2}
            slotProps={{ input: { readOnly: Boolean(ended) } }}
          />
          {!ended && (
            <Confirmation
              way={way}
              ways={confirm.ways}
              isLoading={confirm.isLoading}
              pending={form.pending}
              onChoose={choose}
            >
              {way === 'code' && code?.before && (
                <DialogContentText>
                  An OTP was sent on {code.before}. Verify using that OTP.
                </DialogContentText>
              )}
              {way === 'code' &&
                (code === null ? (
                  <DialogContentText role="status">
                    Sending the OTP to your email…
                  </DialogContentText>
                ) : (
                  <CodeField
                    {...form.field('otp')}
                    ref={codeField}
                    expiresAt={code.expiresAt}
                    resendAt={code.resendAt}
                    ended={code.ended}
                    onResend={() => send(false)}
                    resending={sendCode.isPending}
                    takesFocus={approve || chosen === 'code'}
                  />
                ))}
              {confirm.error && <CallErrorAlert error={confirm.error} onRetry={confirm.retry} />}
              {confirm.whyNone && (
                <Alert severity="warning">
                  {confirm.whyNone}{' '}
                  {confirm.canAdd && (
                    <Link component={RouterLink} to={accountPath('security')}>
                      Open your profile
                    </Link>
                  )}
                </Alert>
              )}
            </Confirmation>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={form.pending}>
            {ended ? 'Close' : 'Cancel'}
          </Button>
          <Button
            type="submit"
            disabled={Boolean(ended) || !way}
            variant="contained"
            color={approve ? 'success' : 'error'}
            loading={form.pending}
          >
            {approve ? 'Approve this request' : 'Decline this request'}
          </Button>
        </DialogActions>
      </Box>
    </DialogFrame>
  );
}

interface ConfirmationProps {
  /** The way in which the decision will be confirmed; undefined if there is none yet. */
  way: ConfirmWay | undefined;
  ways: readonly ConfirmWay[];
  isLoading: boolean;
  pending: boolean;
  onChoose: (way: ConfirmWay) => void;
  children: ReactNode;
}

/** Says how the decision will be confirmed, and offers the other way. */
function Confirmation({ way, ways, isLoading, pending, onChoose, children }: ConfirmationProps) {
  const other = ways.find((offered) => offered !== way);
  return (
    <>
      {isLoading && (
        <DialogContentText role="status">Checking how you can confirm it…</DialogContentText>
      )}
      {way === 'passkey' && (
        <DialogContentText>
          You confirm this decision with your passkey. Your browser asks you for it next.
        </DialogContentText>
      )}
      {children}
      {other && (
        <Link
          component="button"
          type="button"
          variant="body2"
          disabled={pending}
          onClick={() => onChoose(other)}
          sx={{ justifySelf: 'start', py: 0.5 }}
        >
          {other === 'code' ? 'Send a code to my email instead' : 'Use my passkey instead'}
        </Link>
      )}
    </>
  );
}
