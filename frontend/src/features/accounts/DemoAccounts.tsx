import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { DemoAccount } from '@/api/models';
import { accountQueries } from './queries';

interface Props {
  disabled: boolean;
  onChoose: (account: DemoAccount) => void;
}

/** Buttons that sign in with the accounts of a demonstration. Renders nothing on other servers. */
export function DemoAccounts({ disabled, onChoose }: Props) {
  const { data: accounts } = useQuery(accountQueries.demoAccounts());
  if (!accounts?.length) return null;
  return (
    <Box
      component="section"
      aria-labelledby="demo-accounts"
      sx={{ mt: 3, pt: 2, borderTop: 1, borderColor: 'divider' }}
    >
      <Typography id="demo-accounts" variant="h3" component="h3">
        Demo accounts
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        This is a demonstration. Choose a role to sign in as.
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {accounts.map((account) => (
          <ButtonBase
            key={account.username}
            disabled={disabled}
            onClick={() => onChoose(account)}
            sx={{
              display: 'block',
              textAlign: 'left',
              px: 1.5,
              py: 1,
              minWidth: 0,
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              '&:hover': { borderColor: 'primary.main', bgcolor: 'quiet' },
              '&.Mui-disabled': { opacity: 0.6 },
            }}
          >
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {account.role ?? 'No role yet'}
            </Typography>
            <Typography variant="caption" color="textSecondary" noWrap component="div">
              {account.username}
            </Typography>
          </ButtonBase>
        ))}
      </Box>
    </Box>
  );
}
