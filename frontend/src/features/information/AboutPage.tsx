import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { PageHeader } from '@/ui/PageHeader';
import { PlainList } from '@/ui/PlainList';
import { product } from '@/lib/product';

/** The six features of 3 §2.15. */
const features = [
  {
    title: 'Data dictionary exploration without signing in',
    text: 'Every published data source, table and variable can be searched and read by anyone. Personally identifiable information is marked, so that you know in advance what will be de-identified.',
  },
  {
    title: 'Structured request initiation',
    text: 'Four steps ask for what reviewers need, in the order they need it: the purpose, the documents, the data, the devices and the people who will handle it. Your answers are saved as a draft, so you can continue later.',
  },
  {
    title: 'Directed-graph approval process',
    text: 'A request moves along a graph of stages that the data provider defines. A stage begins when all stages before it have approved; each decision is confirmed by a one-time code.',
  },
  {
    title: 'Approval tracker',
    text: 'The tracking graph shows each stage, who answered, when, and why. It updates live.',
  },
  {
    title: 'Collaboration and notifications',
    text: 'Reviewers comment on the sections of a request and may ask for a correction. You are notified immediately, in the application and by email.',
  },
  {
    title: 'User-driven innovation',
    text: 'Each requester is asked how it went, and data providers see the answers on a dashboard. Their answers help to decide what to improve next.',
  },
] as const;

export default function AboutPage() {
  return (
    <Box sx={{ maxWidth: 960 }}>
      <PageHeader
        title={product.about}
        purpose={`${product.name} lets researchers and others ask data providers for health and medical datasets, and shows everyone concerned how the request is decided.`}
        action={
          <Button component={Link} to={paths.dataTable} variant="contained">
            Explore the data dictionary
          </Button>
        }
      />
      <PlainList
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 6 }}
      >
        {features.map(({ title, text }) => (
          <Box component="li" key={title} sx={{ py: 3, borderTop: 1, borderColor: 'divider' }}>
            <Typography variant="h3" component="h2">
              {title}
            </Typography>
            <Typography color="textSecondary" sx={{ mt: 0.75 }}>
              {text}
            </Typography>
          </Box>
        ))}
      </PlainList>
    </Box>
  );
}
