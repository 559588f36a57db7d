import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { addressOfDocument, type DocumentAddress } from '@/api/documents';
import { useAct } from '@/api/useAct';
import { formatDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { FileViewer } from './FileViewer';

interface Props {
  /** The document's path, as the API names it. */
  path: string;
  /** The document's name: on the button unless `label` stands there, and over the document. */
  title: string;
  /** A short word on the button where the title is said beside it. */
  label?: string;
  /** Size and day, behind the title. */
  detail?: string;
}

/** Opens an uploaded document over the full screen. */
export function DocumentButton({ path, title, label, detail }: Props) {
  const [shown, setShown] = useState<DocumentAddress>();
  const open = useAct({
    mutationFn: async () => {
      const [address] = await Promise.all([addressOfDocument(path), FileViewer.preload()]);
      return address;
    },
    onSuccess: setShown,
    onError: () => toast('Error accessing the file.', 'error'),
  });
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        startIcon={<DescriptionOutlined />}
        aria-label={label && `${label}: ${title}`}
        loading={open.isPending}
        loadingPosition="start"
        onClick={() => open.mutate()}
        sx={{
          justifyContent: 'flex-start',
          textAlign: 'left',
          // Paper shows no buttons, but the documents belong to the request.
          '@media print': label ? undefined : { '&&': { display: 'inline-flex !important' } },
        }}
      >
        {label ?? title}
        {detail && ` (${detail})`}
      </Button>
      {shown && (
        <FileViewer
          title={`${title} · ${shown.reference} · ${formatDate(shown.uploadedOn)}`}
          url={shown.url}
          type={shown.type}
          renew={() => addressOfDocument(path)}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}
