import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { isNotFound } from '@/api/errors';
import type { DemoMail } from '@/api/models';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Prose } from '@/ui/Prose';
import { cardSx } from '@/ui/looks';
import { NotFoundPage } from '@/shared/NotFoundPage';
import { PageHeader } from '@/ui/PageHeader';
import { PlainList } from '@/ui/PlainList';
import { RowsSkeleton } from '@/ui/Skeletons';
import { formatDateTime } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { codeIn } from './code';
import { demoQueries } from './queries';

async function copy(code: string) {
  try {
    await navigator.clipboard.writeText(code);
    toast('The code was copied.', 'success');
  } catch {
    toast('The code could not be copied. Select it instead.', 'warning');
  }
}

function Mail({ mail }: { mail: DemoMail }) {
  const code = codeIn(mail.text);
  return (
    <Box component="li" sx={cardSx}>
      <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
        {mail.subject}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        To {mail.to} · <time dateTime={mail.sent_at}>{formatDateTime(mail.sent_at)}</time>
      </Typography>
      {code && (
        <Box
          sx={{
            display: 'inline-flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 2,
            mt: 1.5,
            px: 2,
            py: 1,
            borderRadius: 1,
            bgcolor: 'quiet',
          }}
        >
          <Typography
            component="span"
            sx={{
              fontSize: '1.75rem',
              fontWeight: 650,
              lineHeight: 1.2,
              letterSpacing: '0.16em',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {code}
          </Typography>
          <Button
            size="small"
            startIcon={<ContentCopyOutlined />}
            aria-label={`Copy code ${code}`}
            onClick={() => void copy(code)}
          >
            Copy code
          </Button>
        </Box>
      )}
      <Typography variant="body2" sx={{ mt: 1.5 }}>
        <Prose>{mail.text}</Prose>
      </Typography>
    </Box>
  );
}

/**
 * /demo/mailbox: the emails of a demonstration server, so that visitors can read their codes. Other
 * servers do not have this page.
 */
export default function MailboxPage() {
  const [params, setParams] = useSearchParams();
  const to = params.get('to') ?? '';
  const allMails = useQuery(demoQueries.mailbox(''));
  const { data, error, refetch } = useQuery({
    ...demoQueries.mailbox(to),
    placeholderData: keepPreviousData,
  });
  if (isNotFound(error)) return <NotFoundPage />;
  const addresses = [...new Set(allMails.data?.map((mail) => mail.to))].sort();
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageHeader
        title="Demo mailbox"
        purpose="This demonstration sends no real mail. Its mails appear here immediately, newest first."
      />
      <Autocomplete
        freeSolo
        options={addresses}
        value={to || null}
        onChange={(_, address) => setParams(address ? { to: address } : {}, { replace: true })}
        renderInput={(field) => (
          <TextField {...field} label="Address" placeholder="All addresses" type="email" />
        )}
        sx={{ mb: 2, maxWidth: 420 }}
      />
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton count={3} height={160} />}
      {data?.length === 0 && (
        <EmptyState
          message="No mail yet"
          hint="Request a code, or submit a data request. The mail will appear here."
          icon={MailOutlined}
        />
      )}
      {data && data.length > 0 && (
        <PlainList aria-label="Mails" sx={{ display: 'grid', gap: 1.5 }}>
          {data.map((mail) => (
            <Mail key={`${mail.sent_at} ${mail.to} ${mail.subject}`} mail={mail} />
          ))}
        </PlainList>
      )}
    </Box>
  );
}
