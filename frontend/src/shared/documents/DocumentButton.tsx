import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { addressOfDocument, type DocumentAddress } from '@/api/documents';
import { useAct } from '@/api/useAct';
import { formatDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { FileViewer } from '@/ui/FileViewer';

interface Props {
  /** The document's path in the API. */
  path: string;
  /** The document's name: on the button unless `label` is set, and as the title of the viewer. */
  title: string;
  /** A short label for the button, if the title is shown beside it. */
  label?: string;
  /** Size and date, after the title. */
  detail?: string;
}

/** Opens an uploaded document in full screen. */
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
          // Buttons are not printed, except these: the documents belong to the request.
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
