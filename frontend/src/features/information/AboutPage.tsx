import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { PageHeader } from '@/ui/PageHeader';
import { PlainList } from '@/ui/PlainList';
import { product } from '@/lib/product';
import PublicFacts from './PublicFacts';

interface Section {
  title: string;
  features: readonly { title: string; text: string }[];
}

/** The six features of 3 §2.15, in the order in which a person meets them. */
const sections: readonly Section[] = [
  {
    title: 'Before you ask',
    features: [
      {
        title: 'Search without an account',
        text: 'Anyone can read every published data source, table and variable. Personal data is marked, so you know what will be de-identified.',
      },
      {
        title: 'Four steps to a request',
        text: 'They ask for what reviewers need: purpose, documents, data, devices and people. Your answers are saved as a draft.',
      },
    ],
  },
  {
    title: 'While it is decided',
    features: [
      {
        title: 'Stages that everyone knows',
        text: 'The data provider draws the stages. Each begins when those before it have approved, and a one-time code confirms each decision.',
      },
      {
        title: 'A live tracker',
        text: 'It shows each stage, who answered, when, and why.',
      },
      {
        title: 'Comments and notifications',
        text: 'Reviewers comment on a section and may ask for a correction. You hear of it at once, here and by email.',
      },
    ],
  },
  {
    title: 'Afterwards',
    features: [
      {
        title: 'Feedback that shows',
        text: 'Each requester is asked how it went. Data providers see the answers on a dashboard, and decide with them what to improve.',
      },
    ],
  },
];

function FeatureSection({ title, features }: Section) {
  return (
    <Box
      component="section"
      sx={{
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
        display: 'grid',
        columnGap: 6,
        rowGap: 2,
        gridTemplateColumns: { xs: '1fr', sm: '200px 1fr' },
      }}
    >
      <Typography variant="h2">{title}</Typography>
      <PlainList sx={{ display: 'grid', gap: 2.5 }}>
        {features.map((feature) => (
          <li key={feature.title}>
            <Typography variant="h3">{feature.title}</Typography>
            <Typography color="textSecondary" sx={{ mt: 0.25, maxWidth: 620 }}>
              {feature.text}
            </Typography>
          </li>
        ))}
      </PlainList>
    </Box>
  );
}

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
      {sections.map((section) => (
        <FeatureSection key={section.title} {...section} />
      ))}
      <Box sx={{ mt: 2 }}>
        <PublicFacts />
      </Box>
    </Box>
  );
}
