import FitScreen from '@mui/icons-material/FitScreen';
import ZoomIn from '@mui/icons-material/ZoomIn';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, useState, type PointerEvent } from 'react';

interface Props {
  url: string;
  title: string;
  onError: () => void;
}

/**
 * An image that fits the window, or in its original size, scrolled by touch or by dragging with the
 * mouse.
 */
export function Picture({ url, title, onError }: Props) {
  const window = useRef<HTMLDivElement>(null);
  const [isLarge, setLarge] = useState(false);
  const [isCut, setCut] = useState(false);
  const move = (event: PointerEvent) => {
    // Touch scrolls natively.
    if (event.pointerType !== 'mouse' || event.buttons !== 1) return;
    window.current?.scrollBy(-event.movementX, -event.movementY);
  };
  return (
    <Box sx={{ flex: 1, minWidth: 0, position: 'relative', display: 'flex' }}>
      <Box
        ref={window}
        role="region"
        aria-label="Picture"
        tabIndex={isLarge ? 0 : undefined}
        onPointerMove={isLarge ? move : undefined}
        sx={{
          flex: 1,
          minWidth: 0,
          overflow: 'auto',
          display: 'flex',
          cursor: isLarge ? 'grab' : undefined,
          '&:active': isLarge ? { cursor: 'grabbing' } : undefined,
        }}
      >
        <Box
          component="img"
          src={url}
          alt={title}
          draggable={false}
          onError={onError}
          onLoad={({ currentTarget }) => {
            const { naturalWidth, naturalHeight, clientWidth, clientHeight } = currentTarget;
            if (naturalWidth > clientWidth || naturalHeight > clientHeight) setCut(true);
          }}
          sx={{
            m: 'auto',
            ...(!isLarge && { maxWidth: '100%', maxHeight: '100%', objectFit: 'contain' }),
          }}
        />
      </Box>
      {isCut && (
        <Button
          variant="contained"
          startIcon={isLarge ? <FitScreen /> : <ZoomIn />}
          onClick={() => setLarge(!isLarge)}
          sx={{ position: 'absolute', right: 24, bottom: 24 }}
        >
          {isLarge ? 'Fit into the window' : 'Show in its own size'}
        </Button>
      )}
    </Box>
  );
}
