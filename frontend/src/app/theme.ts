import { createTheme, type ColorSystemOptions } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import type {} from '@mui/x-date-pickers/themeAugmentation';
import { LOW_WINDOW } from '@/ui/looks';
import { fieldBorder, fieldLabel, fieldLook } from './fieldLooks';
import { keepFocusInView } from './globalStyles';

/**
 * The colours of a status, strong enough for text on the page and on its own tint (4.5:1 in both
 * modes).
 */
export interface StatusColour {
  main: string;
  tint: string;
}
export type StatusColours = Record<
  'approved' | 'denied' | 'halted' | 'unattended' | 'incoming' | 'recalled',
  StatusColour
>;

declare module '@mui/material/styles' {
  interface Palette {
    status: StatusColours;
    /** Personally identifiable information, red by the specification (2 §2). */
    pii: string;
    /** A subdued surface behind groups of content. */
    quiet: string;
    /** The border of a field: at least 3:1 on every surface. */
    fieldBorder: string;
  }
  interface PaletteOptions {
    status?: StatusColours;
    pii?: string;
    quiet?: string;
    fieldBorder?: string;
  }
}

/** The opacity of placeholders and of the track of a switch, relative to the text colour. */
const opacity = { inputPlaceholder: 0.7, switchTrack: 0.6 };

const light: ColorSystemOptions = {
  opacity,
  palette: {
    primary: { main: '#0B5563', light: '#2A7685', dark: '#073C46', contrastText: '#FFFFFF' },
    secondary: { main: '#B4541A', light: '#CF7440', dark: '#8A3D10', contrastText: '#FFFFFF' },
    success: { main: '#1E7A45', contrastText: '#FFFFFF' },
    error: { main: '#B3261E', contrastText: '#FFFFFF' },
    warning: { main: '#A14A0B', contrastText: '#FFFFFF' },
    info: { main: '#1F5FA8', contrastText: '#FFFFFF' },
    background: { default: '#F6F9F9', paper: '#FFFFFF' },
    text: { primary: '#12262B', secondary: '#4A6066', disabled: '#7A8C91' },
    divider: '#D7E1E3',
    status: {
      approved: { main: '#1B6E3E', tint: '#E2F3E9' },
      denied: { main: '#A8221B', tint: '#FBE7E5' },
      halted: { main: '#57656A', tint: '#EAEEEF' },
      unattended: { main: '#93450C', tint: '#FCEDDD' },
      incoming: { main: '#12262B', tint: '#E6ECED' },
      recalled: { main: '#1D589B', tint: '#E4EEF9' },
    },
    pii: '#B3261E',
    quiet: '#EEF4F4',
    fieldBorder: '#74868B',
  },
};

const dark: ColorSystemOptions = {
  opacity,
  palette: {
    primary: { main: '#74C5D2', light: '#9BDAE4', dark: '#4AA3B2', contrastText: '#062A31' },
    secondary: { main: '#F0A878', light: '#F6C4A2', dark: '#D98449', contrastText: '#331603' },
    success: { main: '#74CF99', contrastText: '#05270F' },
    error: { main: '#F58D85', dark: '#E4766D', contrastText: '#3A0603' },
    warning: { main: '#F2AD6B', contrastText: '#331B02' },
    info: { main: '#8DBDF2', contrastText: '#04213F' },
    background: { default: '#0E1618', paper: '#152023' },
    text: { primary: '#E5EEEF', secondary: '#A6B8BC', disabled: '#76898E' },
    divider: '#2B3B3F',
    status: {
      approved: { main: '#86D9A6', tint: '#153524' },
      denied: { main: '#F79E97', tint: '#43201E' },
      halted: { main: '#B5C3C7', tint: '#2A363A' },
      unattended: { main: '#F5B981', tint: '#402A17' },
      incoming: { main: '#E5EEEF', tint: '#2D3A3D' },
      recalled: { main: '#9DC8F5', tint: '#1B2F45' },
    },
    pii: '#F79E97',
    quiet: '#1A272A',
    fieldBorder: '#76898E',
  },
};

/**
 * The fallback font "Inter Measures" in `fonts.css` has Inter's metrics, so that lines break at the
 * same places before and after Inter is loaded.
 */
const inter =
  '"Inter Variable", "Inter Measures", system-ui, -apple-system, "Segoe UI", sans-serif';

/**
 * Creates the theme: ink blue-green with a warm accent for calls to action, thin borders instead of
 * shadows. Colours are CSS variables, so that switching the mode repaints without rendering again.
 */
const makeTheme = () =>
  createTheme({
    cssVariables: { colorSchemeSelector: 'data-mode' },
    colorSchemes: { light, dark },
    shape: { borderRadius: 10 },
    // MUI's buttons, tick boxes and tabs remove the outline of the page for a ring of their own.
    focusVisible: true,
    typography: {
      fontFamily: inter,
      h1: { fontSize: '1.625rem', fontWeight: 650, lineHeight: 1.25, letterSpacing: '-0.015em' },
      h2: { fontSize: '1.25rem', fontWeight: 640, lineHeight: 1.3, letterSpacing: '-0.01em' },
      h3: { fontSize: '1.0625rem', fontWeight: 620, lineHeight: 1.4 },
      h4: { fontSize: '1rem', fontWeight: 620, lineHeight: 1.4 },
      body1: { fontSize: '0.9375rem', lineHeight: 1.6 },
      body2: { fontSize: '0.875rem', lineHeight: 1.55 },
      overline: { fontSize: '0.75rem', fontWeight: 600, letterSpacing: '0.06em', lineHeight: 1.5 },
      button: { textTransform: 'none', fontWeight: 600, letterSpacing: 0 },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: (current) => ({
          ...keepFocusInView,
          // A long name without a space breaks anywhere, so it cannot make a column wider than the
          // page.
          body: { minHeight: '100dvh', overflowWrap: 'anywhere' },
          '#root': { minHeight: '100dvh', display: 'flex', flexDirection: 'column' },
          ':focus-visible': {
            outline: `2px solid ${current.vars.palette.primary.main}`,
            outlineOffset: 2,
          },
          '[tabindex="-1"]:focus-visible': { outline: 'none' },
          '@media (prefers-reduced-motion: reduce)': {
            '*, *::before, *::after': {
              animationDuration: '0.01ms !important',
              animationIterationCount: '1 !important',
              transitionDuration: '0.01ms !important',
            },
          },
        }),
      },
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        // Immediate feedback for a press, even if rendering its result takes long.
        styleOverrides: { root: { '&:active': { opacity: 0.7 } } },
      },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: {
          root: { borderRadius: 8, minHeight: 36, paddingInline: 16 },
          // A contained button has no border, and the contrast themes of the system remove its
          // background.
          contained: {
            '@media (forced-colors: active)': { border: '1px solid ButtonText' },
          },
        },
      },
      MuiPaper: {
        defaultProps: { elevation: 0 },
        styleOverrides: { root: { backgroundImage: 'none' } },
      },
      MuiCard: { defaultProps: { variant: 'outlined' } },
      MuiDialog: {
        styleOverrides: {
          // On a low window, title and buttons leave no room for a field, so the whole dialog
          // scrolls.
          container: { [LOW_WINDOW]: { display: 'block', overflowY: 'auto' } },
          paper: ({ theme: current }) => ({
            border: `1px solid ${current.vars.palette.divider}`,
            [LOW_WINDOW]: { margin: '8px auto', maxHeight: 'none', overflow: 'visible' },
          }),
        },
      },
      MuiDialogTitle: { defaultProps: { component: 'h2', variant: 'h2' } },
      MuiDialogContent: {
        styleOverrides: {
          root: { '&&': { paddingTop: 8 }, [LOW_WINDOW]: { flex: 'none', overflow: 'visible' } },
        },
      },
      MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px' } } },
      MuiFormHelperText: { styleOverrides: { root: { marginInline: 0, fontSize: '0.8125rem' } } },
      MuiInputLabel: { defaultProps: { shrink: true }, styleOverrides: { root: fieldLabel } },
      MuiOutlinedInput: { styleOverrides: { root: fieldLook, notchedOutline: fieldBorder } },
      // Shows the format in an empty date field.
      MuiPickersTextField: { defaultProps: { slotProps: { inputLabel: { shrink: true } } } },
      MuiPickersOutlinedInput: { styleOverrides: { root: fieldLook, notchedOutline: fieldBorder } },
      MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
      // Tabs wrap, so that none is cut off and no arrows appear. The indicator of MUI has the
      // position of a single row, so the selected tab has a border.
      MuiTabs: {
        styleOverrides: { list: { flexWrap: 'wrap' }, indicator: { display: 'none' } },
      },
      MuiTab: {
        styleOverrides: {
          root: ({ theme: current }) => ({
            borderBottom: '2px solid transparent',
            '&.Mui-selected': { borderColor: current.vars.palette.primary.main },
            // Contrast themes give each border a colour, also transparent ones.
            '@media (forced-colors: active)': {
              borderColor: 'Canvas',
              '&.Mui-selected': { borderColor: 'Highlight' },
            },
          }),
        },
      },
      MuiBadge: { styleOverrides: { badge: { overflowWrap: 'normal' } } },
      // Keeps a long name in one column from squeezing the other columns.
      MuiTableCell: { styleOverrides: { root: { minWidth: '6em' } } },
      MuiLink: { defaultProps: { underline: 'hover' } },
      // Lines in a light tint. A block is an empty frame, like the card that it becomes.
      MuiSkeleton: {
        styleOverrides: {
          root: ({ theme: current }) => ({
            backgroundColor: `rgba(${current.vars.palette.text.primaryChannel} / 0.07)`,
          }),
          rounded: ({ theme: current }) => ({
            backgroundColor: current.vars.palette.background.paper,
            border: `1px solid ${current.vars.palette.divider}`,
          }),
        },
      },
      MuiTooltip: {
        defaultProps: { arrow: true, describeChild: true },
        styleOverrides: { tooltip: { fontSize: '0.8125rem', lineHeight: 1.45 } },
      },
      // Keeps the label of the button on one line beside a long message on a phone.
      MuiAlert: {
        styleOverrides: { root: { borderRadius: 8 }, action: { whiteSpace: 'nowrap' } },
      },
    },
  });

let made: ReturnType<typeof makeTheme> | undefined;

/**
 * Returns the theme, created at the first call. The browser can handle events between loading the
 * scripts and creating the theme.
 */
export const theme = () => (made ??= makeTheme());
