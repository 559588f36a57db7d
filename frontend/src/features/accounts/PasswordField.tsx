import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useState } from 'react';

/** A password that can be shown while it is typed. */
export function PasswordField({ label, ...props }: TextFieldProps & { label: string }) {
  const [shown, setShown] = useState(false);
  const name = label.toLowerCase();
  return (
    <TextField
      {...props}
      label={label}
      type={shown ? 'text' : 'password'}
      required
      slotProps={{
        htmlInput: { spellCheck: false, autoCapitalize: 'none' },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                size="small"
                onClick={() => setShown(!shown)}
                aria-label={shown ? `Hide the ${name}` : `Show the ${name}`}
              >
                {shown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
