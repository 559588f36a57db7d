import CircleOutlined from '@mui/icons-material/CircleOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import { icons } from './iconSet';

/** See `NamedIcon`; a name that is not among the icons falls back to a plain one (decisions, "Administration"). */
export default function LoadedIcon({ name, ...props }: SvgIconProps & { name: string }) {
  const Icon = Object.hasOwn(icons, name) ? (icons[name] ?? CircleOutlined) : CircleOutlined;
  return <Icon aria-hidden data-icon={name} {...props} />;
}
