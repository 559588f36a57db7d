import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useState } from 'react';

type Props = TextFieldProps & {
  label: string;
  /** The password's name on the button that shows it: "Show the new password". */
  called?: string;
};

export function PasswordField(props: Props) {
  const { label, called = label.toLowerCase(), required = true, ...field } = props;
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      label={label}
      type={shown ? 'text' : 'password'}
      required={required}
      slotProps={{
        htmlInput: { spellCheck: false, autoCapitalize: 'none' },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                size="small"
                onClick={() => setShown(!shown)}
                aria-label={shown ? `Hide the ${called}` : `Show the ${called}`}
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
