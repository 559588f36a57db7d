import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOfDocument } from '@/api/documents';
import { toast } from '@/lib/toast';
import { FileViewer } from './FileViewer';

interface Props {
  /** The document's path, as the API names it. */
  path: string;
  /** The document's name: on the button unless `label` stands there, and over the document. */
  title: string;
  /** A short word on the button where the title is said beside it. */
  label?: string;
  /** Size or the like, behind the title. */
  detail?: string;
}

/** Opens an uploaded document over the full screen. */
export function DocumentButton({ path, title, label, detail }: Props) {
  const [shown, setShown] = useState<{ url: string; type: string }>();
  const open = useMutation({
    mutationFn: () => addressOfDocument(path),
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
        sx={{ justifyContent: 'flex-start', textAlign: 'left' }}
      >
        {label ?? title}
        {detail && ` (${detail})`}
      </Button>
      {shown && (
        <FileViewer
          title={title}
          url={shown.url}
          type={shown.type}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}
