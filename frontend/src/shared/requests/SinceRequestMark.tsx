import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import type { DatasetVariable } from '@/api/models';
import { lazyPart } from '@/lib/lazyPart';

const SinceRequestDialog = lazyPart(async () => ({
  default: (await import('./SinceRequestDialog')).SinceRequestDialog,
}));

interface Props {
  row: DatasetVariable;
}

/**
 * A "changed since" or "no longer offered" button beside a variable, which opens both definitions.
 * Renders nothing if the definition has not changed.
 */
export function SinceRequestMark({ row: { since_request: since, var: variable } }: Props) {
  const [open, setOpen] = useState(false);
  if (!since) return null;
  const name = `${variable.tbl_name}.${variable.var_name}`;
  return (
    <>
      <Button
        size="small"
        color="secondary"
        startIcon={
          since.remark === 'no longer offered' ? <VisibilityOffOutlined /> : <HistoryOutlined />
        }
        onClick={() => setOpen(true)}
        aria-label={`${name}: ${since.remark}`}
        sx={{ ml: 0.5, py: 0, minHeight: 24, fontWeight: 500, whiteSpace: 'nowrap' }}
      >
        {since.remark}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <SinceRequestDialog name={name} since={since} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
