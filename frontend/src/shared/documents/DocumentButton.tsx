import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useDocumentDesk, type ListedDocument } from './documentDesk';
import { DocumentViewer } from './DocumentViewer';
import { useOpenDocument, type OpenedDocument } from './useOpenDocument';

/**
 * `title` is the document's name: on the button unless `label` is set, and as the title of the
 * viewer.
 */
interface Props extends ListedDocument {
  /** A short label for the button, if the title is shown beside it. */
  label?: string;
  /** Size and date, after the title. */
  detail?: string;
}

/** Opens an uploaded document in full screen, or in the viewer of a page that has one. */
export function DocumentButton({ path, title, label, detail }: Props) {
  const desk = useDocumentDesk();
  const [opened, setOpened] = useState<OpenedDocument>();
  const open = useOpenDocument();
  const isShown = desk?.shown === path;
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        startIcon={<DescriptionOutlined />}
        aria-label={label && `${label}: ${title}`}
        aria-pressed={isShown || undefined}
        loading={desk ? desk.opening === path : open.isPending}
        loadingPosition="start"
        onClick={({ currentTarget }) => {
          if (desk) desk.open({ path, title }, currentTarget);
          else open.mutate({ path, title }, { onSuccess: setOpened });
        }}
        sx={{
          justifyContent: 'flex-start',
          textAlign: 'left',
          bgcolor: isShown ? 'quiet' : undefined,
          // Buttons are not printed, except these: the documents belong to the request.
          '@media print': label ? undefined : { '&&': { display: 'inline-flex !important' } },
        }}
      >
        {label ?? title}
        {detail && ` (${detail})`}
      </Button>
      {opened && <DocumentViewer opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
