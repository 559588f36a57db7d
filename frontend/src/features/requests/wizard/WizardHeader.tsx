import Breadcrumbs from '@mui/material/Breadcrumbs';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { paths } from '@/app/paths';
import { PageHeader } from '@/ui/PageHeader';

export function WizardHeader() {
  return (
    <PageHeader
      title="Submit a Data Request"
      purpose="Four steps. You can stop at any time and continue later, on any device."
      above={
        <Breadcrumbs aria-label="Breadcrumb">
          <Link component={RouterLink} to={paths.root}>
            Home
          </Link>
          <Link component={RouterLink} to={paths.dataSource}>
            Data Dictionary
          </Link>
          <Typography aria-current="page">Data Request Form</Typography>
        </Breadcrumbs>
      }
    />
  );
}
