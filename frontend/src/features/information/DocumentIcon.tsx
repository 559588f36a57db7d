import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined';
import SchoolOutlined from '@mui/icons-material/SchoolOutlined';
import type SvgIcon from '@mui/material/SvgIcon';

/** The icons that the server can name. */
const icons: Partial<Record<string, typeof SvgIcon>> = {
  AccountTreeOutlined,
  AssignmentOutlined,
  HandshakeOutlined,
  MenuBookOutlined,
  SchoolOutlined,
};

/** Shows the icon with this name, or a default for an unknown name. */
export function DocumentIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? DescriptionOutlined;
  return <Icon fontSize="small" aria-hidden />;
}
