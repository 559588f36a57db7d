import CircleOutlined from '@mui/icons-material/CircleOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import { icons } from './iconSet';

/**
 * Implementation of `NamedIcon`. Unknown names fall back to a plain icon (decisions,
 * "Administration").
 */
export default function LoadedIcon({ name, ...props }: SvgIconProps & { name: string }) {
  const Icon = Object.hasOwn(icons, name) ? (icons[name] ?? CircleOutlined) : CircleOutlined;
  return <Icon aria-hidden data-icon={name} {...props} />;
}
