import MailOutlined from '@mui/icons-material/MailOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type SvgIcon from '@mui/material/SvgIcon';
import { PageHeader } from '@/components/PageHeader';
import { PlainList } from '@/components/PlainList';

interface Contact {
  topic: string;
  text: string;
  icon: typeof SvgIcon;
  href: string;
  label: string;
}

/** Two support addresses and one phone number (3 §2.15). */
const contacts: readonly Contact[] = [
  {
    topic: 'Requests and documents',
    text: 'Questions about a data request, the forms it needs, or where it stands.',
    icon: MailOutlined,
    href: 'mailto:requests@aditus.example',
    label: 'requests@aditus.example',
  },
  {
    topic: 'Accounts and technical help',
    text: 'Trouble with signing in, one-time codes, or a page that does not work.',
    icon: MailOutlined,
    href: 'mailto:support@aditus.example',
    label: 'support@aditus.example',
  },
  {
    topic: 'By phone',
    text: 'Monday to Friday, 08:00 to 16:00.',
    icon: PhoneOutlined,
    href: 'tel:+15550100',
    label: '+1 555 0100',
  },
];

export default function ContactPage() {
  return (
    <Box sx={{ maxWidth: 760, mx: 'auto' }}>
      <PageHeader
        title="Contact Us"
        purpose="The people who look after the platform answer within one working day."
      />
      <PlainList>
        {contacts.map(({ topic, text, icon: Icon, href, label }) => (
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
            <Box>
              <Typography variant="h3" component="h2">
                {topic}
              </Typography>
              <Typography color="textSecondary">{text}</Typography>
              <Link href={href} sx={{ display: 'inline-block', mt: 0.5, fontWeight: 600 }}>
                {label}
              </Link>
            </Box>
          </Box>
        ))}
      </PlainList>
    </Box>
  );
}
