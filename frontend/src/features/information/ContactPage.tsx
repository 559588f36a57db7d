import MailOutlined from '@mui/icons-material/MailOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type SvgIcon from '@mui/material/SvgIcon';
import { useQuery } from '@tanstack/react-query';
import type { ContactDetails } from '@/api/models';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { PlainList } from '@/ui/PlainList';
import { RowsSkeleton } from '@/ui/Skeletons';
import { phoneOf } from '@/lib/phones';
import { informationQueries } from './queries';

interface Way {
  topic: string;
  text?: string | null;
  icon: typeof SvgIcon;
  href: string;
  label: string;
}

/**
 * Returns the contact details that the deployer configured: at most two support addresses and one
 * phone number (3 §2.15).
 */
function waysOf(details: ContactDetails): Way[] {
  const mail = (topic: string, text: string, address: string | null | undefined): Way[] =>
    address ? [{ topic, text, icon: MailOutlined, href: `mailto:${address}`, label: address }] : [];
  const { phone } = details;
  return [
    ...mail(
      'Requests and documents',
      'Questions about a data request, the forms it needs, or its status.',
      details.requests_email,
    ),
    ...mail(
      'Accounts and technical help',
      'Trouble with signing in, one-time codes, or a page that does not work.',
      details.support_email,
    ),
    ...(phone
      ? [
          {
            topic: 'By phone',
            text: details.phone_hours,
            icon: PhoneOutlined,
            href: `tel:${phoneOf(phone)}`,
            label: phone,
          },
        ]
      : []),
  ];
}

function Ways({ details }: { details: ContactDetails }) {
  const ways = waysOf(details);
  if (ways.length === 0) {
    return (
      <EmptyState
        message="No contact details found"
        hint="Ask the organisation that gave you the address of this platform."
      />
    );
  }
  return (
    <PlainList>
      {ways.map(({ topic, text, icon: Icon, href, label }) => (
        <Box
          component="li"
          key={topic}
          sx={{
            display: 'grid',
            gridTemplateColumns: '24px 1fr',
            gap: 2,
            py: 2.5,
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          <Icon sx={{ color: 'primary.main', mt: 0.25 }} aria-hidden />
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="h3" component="h2">
              {topic}
            </Typography>
            {text && <Typography color="textSecondary">{text}</Typography>}
            <Link
              href={href}
              sx={{ display: 'inline-block', mt: 0.5, fontWeight: 600, overflowWrap: 'anywhere' }}
            >
              {label}
            </Link>
          </Box>
        </Box>
      ))}
    </PlainList>
  );
}

export default function ContactPage() {
  const { data, error, refetch } = useQuery(informationQueries.contact());
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageHeader
        title="Contact Us"
        purpose="Who to contact about a request, an account or the platform."
      />
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <RowsSkeleton count={3} height={116} />
      ) : (
        <Ways details={data} />
      )}
    </Box>
  );
}
