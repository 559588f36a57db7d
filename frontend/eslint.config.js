import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import a11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import testingLibrary from 'eslint-plugin-testing-library';
import tseslint from 'typescript-eslint';

/** One import zone per feature: a feature imports no other feature. */
const featureZones = readdirSync('src/features', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({
    target: `./src/features/${name}`,
    from: './src/features',
    except: [`./${name}`],
    message:
      'A feature never imports another feature: code that both need belongs to ui/, shared/, lib/ or api/.',
  }));

const zones = [
  ...featureZones,
  {
    target: './src/features',
    from: './src/app',
    except: ['./paths.ts'],
    message: 'A feature never imports app/, but for the constants of app/paths.ts.',
  },
  {
    target: './src/shared',
    from: ['./src/features', './src/app'],
    except: ['./paths.ts'],
    message: 'shared/ imports no feature, and of app/ only the constants of app/paths.ts.',
  },
  {
    target: './src/ui',
    from: ['./src/features', './src/shared', './src/app'],
    except: ['./paths.ts'],
    message: 'ui/ knows no domain: it imports api/, lib/ and the constants of app/paths.ts.',
  },
  {
    target: ['./src/api', './src/lib'],
    from: ['./src/features', './src/shared', './src/ui', './src/app'],
    message: 'api/ and lib/ are the bottom: they import nothing from above.',
  },
];

const noRawHtml = {
  selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
  message: 'Render text of users as text.',
};

/** The text of a message: `error.message`, a variable `message`, or `messageOf(error)`. */
const text =
  ":matches(MemberExpression[property.name='message'], Identifier[name='message'], CallExpression[callee.name='messageOf'])";

/** Selects code that decides by the text of a message. */
const decisionsByText = [
  `BinaryExpression[operator=/^[!=]=/]:has(> ${text}):not(:has(> Identifier[name='undefined'], > Literal[raw='null']))`,
  `CallExpression[callee.property.name=/^(startsWith|endsWith|includes|match|search|indexOf)$/] > MemberExpression.callee > ${text}.object`,
  `CallExpression[callee.property.name=/^(test|exec)$/] > ${text}.arguments`,
  `CallExpression[callee.property.name='includes'] > ${text}.arguments`,
  `SwitchStatement > ${text}.discriminant`,
].map((selector) => ({
  selector,
  message: 'Decide by the reason of an error. The text of a message may change.',
}));

export default tseslint.config(
  { ignores: ['dist', 'coverage', 'src/api/schema.gen.ts', 'playwright-report', 'test-results'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
  },
  reactHooks.configs.flat.recommended,
  {
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createNodeResolver({
          extensions: ['.ts', '.tsx', '.js'],
          tsconfig: { configFile: `${import.meta.dirname}/tsconfig.json` },
        }),
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-unresolved': ['error', { ignore: ['\\.css$', '^@fontsource'] }],
      'import-x/no-cycle': ['error', { maxDepth: 4 }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...['@mui/material', '@mui/icons-material'].map((name) => ({
              name,
              message: 'Import from the path of the component, so that a chunk holds what it uses.',
            })),
            {
              name: '@mui/material/Dialog',
              message: 'DialogFrame asks before it loses what was filled in.',
            },
            {
              name: '@tanstack/react-query',
              importNames: ['useMutation'],
              message: 'useAct runs one call at a time, whatever is clicked twice.',
            },
            {
              name: 'react',
              importNames: ['lazy'],
              message: 'lazyPart can be loaded again after it failed.',
            },
          ],
        },
      ],
      'no-restricted-syntax': ['error', noRawHtml],
      // Event handlers may be async, because mutations handle their failures.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    // Browsers report only by the text of an error that a script could not be loaded.
    ignores: ['src/**/*.test.{ts,tsx}', 'src/lib/loadChunk.ts'],
    rules: { 'no-restricted-syntax': ['error', noRawHtml, ...decisionsByText] },
  },
  {
    files: ['src/**/*.tsx'],
    ...a11y.configs.recommended,
    rules: {
      ...a11y.configs.recommended.rules,
      // Dialogs focus their first field.
      'jsx-a11y-x/no-autofocus': 'off',
    },
  },
  {
    // A table laid out with CSS grid is no longer a table to browsers, so it has explicit roles.
    files: ['src/ui/table/ListTable.tsx'],
    rules: {
      'jsx-a11y-x/no-interactive-element-to-noninteractive-role': 'off',
      'jsx-a11y-x/no-noninteractive-element-interactions': 'off',
      'jsx-a11y-x/no-redundant-roles': 'off',
    },
  },
  {
    files: ['src/**/*.test.{ts,tsx}', 'src/testing/**'],
    ...testingLibrary.configs['flat/react'],
    rules: {
      ...testingLibrary.configs['flat/react'].rules,
      // Some tests check details that roles do not expose: the links of an error summary, the order
      // of rows, the changes of a translator.
      'testing-library/no-container': 'off',
      'testing-library/no-node-access': 'off',
      // Test files share one page, so `testing/setup.ts` cleans it up.
      'testing-library/no-manual-cleanup': 'off',
      // Helpers return `within(…)` and render results under other names.
      'testing-library/prefer-screen-queries': 'off',
      'testing-library/render-result-naming-convention': 'off',
    },
  },
  {
    files: ['src/{ui/{DialogFrame,ConfirmDialog,viewer/FileViewer},lib/lazyPart}.tsx'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    // `useAct` wraps `useMutation`. The others send quick successive changes in parallel.
    files: ['src/{api/useAct,features/notifications/use{MarkRead,MailPreferences}}.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { console: 'readonly', URL: 'readonly', process: 'readonly' } },
  },
  {
    // These files, or functions that they pass to the browser, run in a page.
    files: ['inline-boot.js', 'screenshots.js', 'lighthouse/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        'addEventListener console document fetch HTMLScriptElement location matchMedia PerformanceObserver requestAnimationFrame sessionStorage setTimeout URLSearchParams window'
          .split(' ')
          .map((name) => [name, 'readonly']),
      ),
    },
  },
);
