import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined';
import SchoolOutlined from '@mui/icons-material/SchoolOutlined';
import type SvgIcon from '@mui/material/SvgIcon';

/** The icons that the server names. */
const icons: Partial<Record<string, typeof SvgIcon>> = {
  AccountTreeOutlined,
  AssignmentOutlined,
  HandshakeOutlined,
  MenuBookOutlined,
  SchoolOutlined,
};

/** The icon of this name; a plain one for a name that is not known here. */
export function DocumentIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? DescriptionOutlined;
  return <Icon fontSize="small" aria-hidden />;
}
