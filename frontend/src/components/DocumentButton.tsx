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
  title: string;
  /** Size or the like, behind the title. */
  detail?: string;
}

/** Opens an uploaded document over the full screen. */
export function DocumentButton({ path, title, detail }: Props) {
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
        loading={open.isPending}
        loadingPosition="start"
        onClick={() => open.mutate()}
        sx={{ justifyContent: 'flex-start', textAlign: 'left' }}
      >
        {title}
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
