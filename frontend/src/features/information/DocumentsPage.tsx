import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { PublicDocument } from '@/api/models';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { PlainList } from '@/ui/PlainList';
import { RowsSkeleton } from '@/ui/Skeletons';
import { DocumentIcon } from './DocumentIcon';
import { informationQueries } from './queries';

const hints: Record<string, string> = {
  'Request Document': 'Fill them in, have them signed, and upload them with your request.',
  'Temporary Document': 'Read how requests are made and decided, and introduce your study.',
};

function byCategory(documents: readonly PublicDocument[]): [string, PublicDocument[]][] {
  const groups = new Map<string, PublicDocument[]>();
  for (const document of documents) {
    groups.set(document.category, [...(groups.get(document.category) ?? []), document]);
  }
  return [...groups];
}

/**
 * Scrolls to the document named by the address and focuses it, once it is loaded. The wizard links
 * to documents.
 */
function useNamedDocument(documents: readonly PublicDocument[] | undefined): string | undefined {
  const { hash } = useLocation();
  const linkedSlug = documents?.find(({ slug }) => hash === `#${slug}`)?.slug;
  useEffect(() => {
    if (!linkedSlug) return;
    const row = document.getElementById(linkedSlug);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }, [linkedSlug]);
  return linkedSlug;
}

function DocumentRow({
  document: { slug, name, description, icon, url },
  isNamed,
}: {
  document: PublicDocument;
  isNamed: boolean;
}) {
  return (
    <Box
      component="li"
      id={slug}
      tabIndex={-1}
      aria-labelledby={`${slug}-name`}
      aria-current={isNamed || undefined}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '40px 1fr', sm: '40px 1fr auto' },
        columnGap: 2,
        rowGap: 1.5,
        alignItems: 'center',
        px: { xs: 2, sm: 2.5 },
        py: 2.25,
        '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
        '&:first-of-type': { borderTopLeftRadius: 9, borderTopRightRadius: 9 },
        '&:last-of-type': { borderBottomLeftRadius: 9, borderBottomRightRadius: 9 },
        ...(isNamed && {
          bgcolor: 'quiet',
          boxShadow: (theme) => `inset 4px 0 0 ${theme.vars?.palette.secondary.main}`,
        }),
      }}
    >
      <Box
        aria-hidden
        sx={{
          width: 40,
          height: 40,
          display: 'grid',
          placeItems: 'center',
          alignSelf: 'start',
          borderRadius: 1,
          bgcolor: isNamed ? 'background.paper' : 'quiet',
          color: 'primary.main',
        }}
      >
        <DocumentIcon name={icon} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography id={`${slug}-name`} variant="h3">
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.25, maxWidth: 620 }}>
          {description}
        </Typography>
      </Box>
      <Button
        component="a"
        href={url}
        download
        variant="outlined"
        startIcon={<DownloadOutlined />}
        aria-label={`Download ${name} (PDF)`}
        sx={{ gridColumn: { xs: '2', sm: '3' }, justifySelf: 'start' }}
      >
        Download
      </Button>
    </Box>
  );
}

function DocumentGroups({ documents }: { documents: readonly PublicDocument[] }) {
  const linkedSlug = useNamedDocument(documents);
  return byCategory(documents).map(([category, group], index) => (
    <Box component="section" key={category} aria-labelledby={`group-${index}`} sx={{ mb: 4 }}>
      <Typography id={`group-${index}`} variant="h2">
        {category}s
      </Typography>
      {hints[category] && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.25 }}>
          {hints[category]}
        </Typography>
      )}
      <PlainList
        sx={{
          mt: 1.5,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
        }}
      >
        {group.map((document) => (
          <DocumentRow
            key={document.slug}
            document={document}
            isNamed={document.slug === linkedSlug}
          />
        ))}
      </PlainList>
    </Box>
  ));
}

/** Lists the public documents for download (3 §2.15). */
export default function DocumentsPage() {
  const { data, error, refetch } = useQuery(informationQueries.documents());
  return (
    <Box sx={{ maxWidth: 960 }}>
      <PageHeader
        title="Documents"
        purpose={
          <>
            <Box component="strong" sx={{ color: 'text.primary', fontWeight: 600 }}>
              Useful Resources
            </Box>{' '}
            for people who request data and people who decide on requests, as free PDFs.
          </>
        }
      />
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <RowsSkeleton height={92} />
      ) : data.length === 0 ? (
        <EmptyState message="No documents found" hint="Ask for them under Contact Us." />
      ) : (
        <DocumentGroups documents={data} />
      )}
    </Box>
  );
}
