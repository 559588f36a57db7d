import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { AuditLog } from '@/api/models';
import { LoadFailed } from '@/ui/LoadFailed';
import { cardSx } from '@/ui/looks';
import { PageHeader } from '@/ui/PageHeader';
import { RowsSkeleton } from '@/ui/Skeletons';
import { product } from '@/lib/product';
import { auditQueries } from '../queries';
import { CheckFile } from './CheckFile';
import { Formats, HowToWitness, WhatItProves } from './Explanations';
import { FromPrintout } from './FromPrintout';
import { Keys, NewestCheckpoint } from './LogState';
import { parsePrintout } from './printout';

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ ...cardSx, mb: 2 }}>
      <Typography id={id} variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** /log: the public transparency log, and the check of evidence (decisions P3, P4). */
export default function LogPage() {
  const [params] = useSearchParams();
  const printout = parsePrintout(params);
  const log = useQuery(auditQueries.log());
  // Loaded in advance, because choosing a file must cause no call.
  useQuery(auditQueries.kinds());
  const shown = (show: (log: AuditLog) => ReactNode) => {
    if (log.data) return show(log.data);
    if (log.error) return <LoadFailed error={log.error} onRetry={() => void log.refetch()} />;
    return <RowsSkeleton count={2} />;
  };
  return (
    <Box sx={{ maxWidth: 960 }}>
      <PageHeader
        title="Transparency log"
        purpose={`Every decision is recorded in a log that no one can change unnoticed, not even the operators of ${product.name}. You do not have to trust them: check a proof yourself.`}
      />
      {printout && <FromPrintout printout={printout} />}
      <Part title="Check a proof">
        <CheckFile log={log.data} printout={printout} />
      </Part>
      <Part title="What the log proves, and what it does not">
        <WhatItProves />
      </Part>
      <Part title="The newest checkpoint">
        {shown((data) => (
          <NewestCheckpoint log={data} />
        ))}
      </Part>
      <Part title="The keys that sign it">
        {shown((data) => (
          <Keys log={data} />
        ))}
      </Part>
      <Part title="Be a witness">
        <HowToWitness />
      </Part>
      <Part title="The formats">
        <Formats />
      </Part>
    </Box>
  );
}
