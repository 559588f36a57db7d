import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import HelpOutlineOutlined from '@mui/icons-material/HelpOutlineOutlined';
import ThumbUpOutlined from '@mui/icons-material/ThumbUpOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import type SvgIcon from '@mui/material/SvgIcon';
import { StateChip, type StatusColourName } from '@/ui/StateChip';

interface Look {
  colour: StatusColourName;
  icon: typeof SvgIcon;
}

const looks: Partial<Record<string, Look>> = {
  Excellent: { colour: 'approved', icon: CheckCircleOutlined },
  Good: { colour: 'recalled', icon: ThumbUpOutlined },
  Fair: { colour: 'unattended', icon: WarningAmberOutlined },
  Poor: { colour: 'denied', icon: ErrorOutlineOutlined },
};

/**
 * Returns the colour and icon of a rating: success, info, warning and danger for Excellent to Poor,
 * secondary for others (1 §9).
 */
export const ratingLook = (rating: string): Look =>
  looks[rating] ?? { colour: 'halted', icon: HelpOutlineOutlined };

/** A rating with colour, icon and text, as of the request process or of data quality. */
export function RatingChip({ rating }: { rating: string }) {
  return <StateChip {...ratingLook(rating)} label={rating} />;
}
