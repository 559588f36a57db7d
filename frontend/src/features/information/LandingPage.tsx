import Box from '@mui/material/Box';
import { useEffect, useState, type ComponentType, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { ShellButton, ShellButtonLink } from '@/ui/ShellButton';
import { ShellText } from '@/ui/ShellText';
import { cardSx, visuallyHidden } from '@/ui/looks';
import { PlainList } from '@/ui/PlainList';
import { product } from '@/lib/product';

const steps = [
  {
    title: 'Find the variables',
    text: 'Search the dictionaries of all data sources. No account needed.',
  },
  {
    title: 'Submit one request',
    text: 'Say what you need it for, add your ethics letter and agreement, and who will handle the data.',
  },
  {
    title: 'Follow every decision',
    text: 'See who has the request, since when, and what each decided, and why.',
  },
  {
    title: 'Receive the data',
    text: 'The data officer releases what was approved, de-identified, for the period you asked for.',
  },
] as const;

function Steps() {
  return (
    <PlainList component="ol" aria-label="How it works" sx={{ display: 'grid', gap: 0 }}>
      {steps.map(({ title, text }, index) => (
        <Box
          component="li"
          key={title}
          sx={{
            display: 'grid',
            gridTemplateColumns: '36px 1fr',
            columnGap: 2,
            pb: index < steps.length - 1 ? 3 : 0,
            position: 'relative',
            '&:not(:last-child)::before': {
              content: '""',
              position: 'absolute',
              left: 17,
              top: 40,
              bottom: 4,
              width: 2,
              bgcolor: 'divider',
            },
          }}
        >
          <Box
            aria-hidden
            sx={{
              width: 36,
              height: 36,
              display: 'grid',
              placeItems: 'center',
              borderRadius: '50%',
              border: 2,
              borderColor: 'primary.main',
              color: 'primary.main',
              fontWeight: 650,
              fontSize: '0.9375rem',
            }}
          >
            {index + 1}
          </Box>
          <Box sx={{ pt: 0.5 }}>
            <ShellText variant="h3">{title}</ShellText>
            <ShellText variant="body2" quiet>
              {text}
            </ShellText>
          </Box>
        </Box>
      ))}
    </PlainList>
  );
}

/**
 * Searches all dictionaries. Before the application runs, the browser itself sends the form to the
 * same address.
 */
function SearchForm() {
  const navigate = useNavigate();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = new FormData(event.currentTarget).get('search');
    const query = new URLSearchParams({ search: typeof words === 'string' ? words : '' });
    void navigate(`${paths.dataSource}?${query}`);
  };
  return (
    <Box
      component="form"
      role="search"
      action={paths.dataSource}
      onSubmit={search}
      sx={{ mt: 4, display: 'flex', flexWrap: 'wrap', gap: 1, maxWidth: 620 }}
    >
      <Box component="label" htmlFor="find-variables" sx={{ width: '100%', typography: 'h2' }}>
        Which data are you looking for?
      </Box>
      <Box
        component="input"
        id="find-variables"
        name="search"
        type="search"
        required
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Birth weight, for example"
        sx={{
          flex: '1 1 220px',
          minWidth: 0,
          height: 56,
          px: 2,
          border: 2,
          borderColor: 'primary.main',
          borderRadius: '8px',
          bgcolor: 'background.paper',
          color: 'text.primary',
          font: 'inherit',
          fontSize: '1.0625rem',
          '&::placeholder': { color: 'text.secondary', opacity: 1 },
        }}
      />
      <ShellButton type="submit" look="contained" large>
        Search
      </ShellButton>
    </Box>
  );
}

/**
 * The figures and the log. They are loaded after the search, and the page is complete without them.
 * Their room is reserved.
 */
function Facts() {
  const [Loaded, setLoaded] = useState<ComponentType>();
  useEffect(() => {
    import('./PublicFacts').then(
      ({ default: PublicFacts }) => setLoaded(() => PublicFacts),
      () => undefined,
    );
  }, []);
  return <Box sx={{ minHeight: { xs: 740, md: 400 } }}>{Loaded && <Loaded />}</Box>;
}

/**
 * The landing page: the purpose of the platform, a search, the two ways to start (1 §2.5), and what
 * everyone may check.
 */
export default function LandingPage() {
  return (
    <Box sx={{ py: { xs: 3, md: 6 } }}>
      <Box
        sx={{
          mb: { xs: 5, md: 6 },
          display: 'grid',
          gap: { xs: 6, md: 10 },
          gridTemplateColumns: { xs: '1fr', md: '1.15fr 0.85fr' },
          alignItems: 'center',
        }}
      >
        <Box>
          <ShellText
            variant="h1"
            sx={{ fontSize: { xs: '2.125rem', md: '3rem' }, lineHeight: 1.12, textWrap: 'balance' }}
          >
            {product.name}: access to health data, from question to release
          </ShellText>
          <ShellText
            sx={{
              mt: 2.5,
              fontSize: { xs: '1rem', md: '1.125rem' },
              color: 'text.secondary',
              maxWidth: 560,
            }}
          >
            {product.name} connects organisations that hold health and medical datasets with people
            who need them for research and continuity of care. Each decision on a request has a
            reason on record, and you can see its status at any time.
          </ShellText>
          <SearchForm />
          <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
            <ShellButtonLink to={paths.dataSource} look="outlined" large>
              Get Started
            </ShellButtonLink>
            <ShellButtonLink to={paths.about} look="outlined" large>
              Learn More
              <Box component="span" sx={visuallyHidden}>
                {` about ${product.name}`}
              </Box>
            </ShellButtonLink>
          </Box>
        </Box>
        <Box
          component="section"
          aria-labelledby="how-it-goes"
          sx={{
            ...cardSx,
            py: { xs: 2.5, sm: 4 },
          }}
        >
          <ShellText id="how-it-goes" variant="h2" sx={{ mb: 3 }}>
            How it works
          </ShellText>
          <Steps />
        </Box>
      </Box>
      <Facts />
    </Box>
  );
}
