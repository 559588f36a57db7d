import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useState } from 'react';
import { downloadRequest, downloadVariables } from '@/api/documents';
import { useRole } from '@/api/session';
import { useExport } from '@/shared/requests/useExport';

/**
 * Downloads a request as PDF. A Data Officer can also download its variables as CSV (2 §2 "Request
 * detail page").
 */
export function ExportButton({ requestId }: { requestId: number }) {
  const isOfficer = useRole() === 'Data Officer';
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const request = useExport(() => downloadRequest(requestId));
  const variables = useExport(() => downloadVariables(requestId));
  if (!isOfficer) {
    return (
      <Button
        variant="outlined"
        startIcon={<FileDownloadOutlined />}
        loading={request.isPending}
        loadingPosition="start"
        onClick={() => request.mutate()}
      >
        Export
      </Button>
    );
  }
  return (
    <>
      <ButtonGroup variant="outlined" aria-label="Export">
        <Button
          startIcon={<FileDownloadOutlined />}
          loading={request.isPending || variables.isPending}
          loadingPosition="start"
          onClick={() => request.mutate()}
        >
          Export Data Request
        </Button>
        <Button
          aria-label="More exports"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-controls={anchor ? menuId : undefined}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={{ px: 0.5 }}
        >
          <ArrowDropDown />
        </Button>
      </ButtonGroup>
      <Menu
        id={menuId}
        disablePortal
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <MenuItem
          onClick={() => {
            setAnchor(null);
            variables.mutate();
          }}
        >
          Export Variables
        </MenuItem>
      </Menu>
    </>
  );
}
