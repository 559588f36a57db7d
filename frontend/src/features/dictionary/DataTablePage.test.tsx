import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { pendingLink } from '@/lib/pendingLink';
import { variableSelection } from '@/lib/variableSelection';
import { makeBlock, makeSource, makeSpan, makeUser, makeVariable } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';

const asked: URLSearchParams[] = [];

beforeEach(() => {
  asked.length = 0;
  server.use(
    http.get(url('users/detailuser'), () => answer(null, { user: makeUser({ user_id: 0 }) })),
    http.get(url('data_dictionary/data_sources'), () => answerList([makeSource()])),
    http.get(url('data_dictionary/tables'), () => answerList([])),
    http.get(url('data_dictionary/data_dictionary'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answerList(
        [
          makeVariable({
            is_identifiable: true,
            meaning: '&lt;p&gt;Day &amp; month&lt;/p&gt; See [the guide](https://guide.example/)',
            meaning_blocks: [
              makeBlock('Day & month of birth'),
              {
                is_item: true,
                spans: [
                  makeSpan('See '),
                  makeSpan('the guide', { href: 'https://guide.example/' }),
                ],
              },
            ],
            dependencies: [{ depend_on: 796, var_name: 'person_id', tbl_name: 'person' }],
            timeline_of_changes: [
              { change_id: 1, change_date: '2024-02-03', comment: 'Typed by hand before' },
            ],
            variable_metadata: [{ metadata_id: 1, key: 'Unit', val_type: 'Text', value: 'day' }],
            hits: ['birth'],
          }),
          makeVariable({ var_id: 2, var_name: 'sex', data_type: 'Text' }),
        ],
        41,
      );
    }),
  );
});

async function marked(part: HTMLElement) {
  await waitFor(() => expect(part.querySelector('mark')).not.toBeNull());
  return [...part.querySelectorAll('mark')].map(({ textContent }) => textContent);
}

async function pick(user: ReturnType<typeof renderApp>['user'], name: string) {
  const row = (await screen.findByRole('button', { name })).closest('[role="row"]');
  await user.click(within(row as HTMLElement).getByRole('checkbox'));
}

it('marks identifiable variables and shows the meaning without entities', async () => {
  renderApp('/datatable/1');
  const row = (await screen.findByRole('button', { name: 'birth_date' })).closest('[role="row"]');
  expect(within(row as HTMLElement).getByText('PII')).toBeVisible();
  expect(within(row as HTMLElement).getByText(/Day & month of/)).toBeInTheDocument();
  expect(await screen.findByText(/^41 variables/)).toBeVisible();
});

it('marks the matches of the search in name and meaning', async () => {
  renderApp('/datatable/1?search=birth');
  const row = (await screen.findByRole('button', { name: 'birth_date' })).closest('[role="row"]');
  expect(await marked(row as HTMLElement)).toEqual(['birth', 'birth']);
});

it('shows a meaning with its paragraphs, lists and links, and lists the dependencies of a variable', async () => {
  const { user } = renderApp('/datatable/1');
  await user.click(await screen.findByRole('button', { name: 'birth_date' }));
  const details = await screen.findByRole('dialog', { name: 'birth_date' });
  expect(within(details).getByRole('paragraph')).toHaveTextContent('Day & month of birth');
  const link = within(details).getByRole('link', { name: 'the guide' });
  expect(link).toHaveAttribute('href', 'https://guide.example/');
  expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  expect(
    within(details)
      .getAllByRole('listitem')
      .some((item) => item.contains(link)),
  ).toBe(true);
  for (const [name, text] of [
    ['Depends on', 'person_id (person)'],
    ['Changes', '03 February 2024: Typed by hand before'],
    ['Unit', 'day'],
  ] as const) {
    const term = within(details).getByText(name);
    expect(term.nextElementSibling).toHaveTextContent(text);
  }
  expect(details).not.toHaveTextContent('Introduced');
});

it('sends the filters of the address to the server', async () => {
  renderApp('/datatable/1?search=birth&tbl_name=pat&page=2&page_size=30&sort=-var_name');
  await screen.findByRole('button', { name: 'birth_date' });
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    data_source: '1',
    search: 'birth',
    tbl_name: 'pat',
    page: '2',
    page_size: '30',
    sort: '-var_name',
  });
});

it('puts a keyword into the address after a delay, and shows the first page', async () => {
  const { user } = renderApp('/datatable/1?page=2');
  await screen.findByRole('button', { name: 'birth_date' });
  await user.type(screen.getByLabelText('Keyword'), 'sex');
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('?search=sex'));
  await waitFor(() => expect(asked.at(-1)?.get('page')).toBe('1'));
  // One call for the page and one for the word, because typing is debounced.
  expect(asked).toHaveLength(2);
});

it('keeps the picks of a guest, asks to sign in, and remembers the pending submission', async () => {
  const { user } = renderApp('/datatable/1');
  await pick(user, 'birth_date');
  await pick(user, 'sex');
  expect(variableSelection.of(1).map(({ var_name }) => var_name)).toEqual(['birth_date', 'sex']);
  expect(JSON.parse(sessionStorage.getItem('aditus.variableSelection') ?? '')).toMatchObject({
    dataSourceId: 1,
  });
  await user.click(screen.getByRole('button', { name: 'Request Data' }));
  expect(
    await screen.findByText('You will need to Log in or sign up in order to submit the Request'),
  ).toBeVisible();
  expect(await screen.findByRole('dialog', { name: 'Sign In' })).toBeVisible();
  expect(variableSelection.isSubmissionPending()).toBe(true);
});

it('forgets the address where the session ended when a guest requests data', async () => {
  const owner = { userId: 7, role: 'Data Requester' };
  pendingLink.setCurrent(owner);
  const { user } = renderApp('/datatable/1');
  await pick(user, 'birth_date');
  await user.click(screen.getByRole('button', { name: 'Request Data' }));
  await screen.findByRole('dialog', { name: 'Sign In' });
  expect(pendingLink.take(owner.userId)).toBeNull();
  expect(variableSelection.isSubmissionPending()).toBe(true);
});

it('previews the picks and removes one', async () => {
  const { user } = renderApp('/datatable/1');
  await pick(user, 'birth_date');
  const bar = screen.getByRole('region', { name: 'Your selection' });
  expect(bar).toHaveTextContent('1 selected');
  await user.click(within(bar).getByRole('button', { name: 'Preview' }));
  const dialog = await screen.findByRole('dialog', { name: /Selected variables/ });
  await user.click(within(dialog).getByRole('button', { name: 'Remove birth_date' }));
  expect(within(dialog).getByText('No Variables have been selected.')).toBeVisible();
  expect(variableSelection.of(1)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region', { name: 'Your selection' })).not.toBeInTheDocument();
  // The button that opened the preview is gone. The focus stays near the list.
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/41 variables/));
  expect(document.body).not.toHaveFocus();
});

it('offers Request Data once: at the top, or at the foot with a selection', async () => {
  const { user } = renderApp('/datatable/1');
  await screen.findByRole('button', { name: 'birth_date' });
  expect(screen.queryByRole('region', { name: 'Your selection' })).not.toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Request Data' })).toHaveLength(1);
  await pick(user, 'birth_date');
  const bar = screen.getByRole('region', { name: 'Your selection' });
  const [request, ...others] = screen.getAllByRole('button', { name: 'Request Data' });
  expect(bar).toContainElement(request!);
  expect(others).toEqual([]);
});

it('has the name of the source as its title, below the dictionary', async () => {
  renderApp('/datatable/1');
  expect(
    await screen.findByRole('heading', { level: 1, name: 'National Hospital Records' }),
  ).toBeVisible();
  const crumb = screen.getByRole('navigation', { name: 'Breadcrumb' });
  expect(within(crumb).getByRole('link', { name: 'Data Dictionary' })).toHaveAttribute(
    'href',
    '/datasource',
  );
});

it.each(['/datasource', '/datatable/1', '/topics'])(
  'highlights the dictionary in the menu at %s',
  async (path) => {
    signInAs('Data Requester');
    renderApp(path);
    const menu = await screen.findByRole('navigation', { name: 'Main' });
    const lit = within(menu)
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page');
    expect(lit.map(({ textContent }) => textContent)).toEqual(['Data Dictionary']);
  },
);

it('marks derived variables in place of a column', async () => {
  server.use(
    http.get(url('data_dictionary/data_dictionary'), () =>
      answerList([
        makeVariable({ var_name: 'age_group', derived: true }),
        makeVariable({ var_id: 2, var_name: 'sex' }),
      ]),
    ),
  );
  renderApp('/datatable/1');
  const row = (await screen.findByRole('button', { name: 'age_group' })).closest('[role="row"]');
  expect(within(row as HTMLElement).getByText('Derived')).toBeVisible();
  const other = screen.getByRole('button', { name: 'sex' }).closest('[role="row"]');
  expect(within(other as HTMLElement).queryByText('Derived')).not.toBeInTheDocument();
  expect(screen.queryByRole('columnheader', { name: 'Derived' })).not.toBeInTheDocument();
});

it('selects a variable from its details, which show only the flags that are set', async () => {
  const { user } = renderApp('/datatable/1');
  await user.click(await screen.findByRole('button', { name: 'sex' }));
  const details = await screen.findByRole('dialog', { name: 'sex' });
  const flags = within(details).getByRole('list', { name: 'Properties' });
  expect(flags).toHaveTextContent(/^Analytical$/);
  expect(details).not.toHaveTextContent('Primary key');
  expect(within(details).getByRole('link', { name: 'National Hospital Records' })).toHaveAttribute(
    'href',
    '/datatable/1',
  );
  expect(details).not.toHaveTextContent('Quality of the table');
  await user.click(within(details).getByRole('button', { name: 'Select this variable' }));
  expect(variableSelection.of(1).map(({ var_name }) => var_name)).toEqual(['sex']);
  await user.click(within(details).getByRole('button', { name: 'Remove from your selection' }));
  expect(variableSelection.of(1)).toEqual([]);
});

it('shows Data Analysts the quality of the table of a variable, with a link', async () => {
  const share = { part: 97, whole: 100, percentage: 97, label: 'Excellent' };
  server.use(
    http.get(url('data_dictionary/data_quality/summary'), () =>
      answer({ completeness: share, validity: { ...share, whole: 0, percentage: null } }),
    ),
  );
  signInAs('Data Analyst');
  const { user } = renderApp('/datatable/1');
  await user.click(await screen.findByRole('button', { name: 'sex' }));
  const details = await screen.findByRole('dialog', { name: 'sex' });
  expect(
    await within(details).findByText(/Completeness 97\s?% \(Excellent\), validity not assessed/),
  ).toBeVisible();
  expect(within(details).getByRole('link', { name: 'Show the figures' })).toHaveAttribute(
    'href',
    '/analyst/dqafilter?data_source=1&tables=1',
  );
  expect(within(details).queryByRole('button', { name: /Select/ })).not.toBeInTheDocument();
});

it('warns instead of opening a preview without selected variables', async () => {
  const { user } = renderApp('/datatable/1');
  await user.click(await screen.findByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('No Variables have been selected.')).toBeVisible();
});

it('asks for confirmation without picks, and then opens the form', async () => {
  signInAs('Data Requester');
  const { user } = renderApp('/datatable/1');
  await user.click(await screen.findByRole('button', { name: 'Request Data' }));
  await user.click(await screen.findByRole('button', { name: 'Add variables' }));
  expect(await screen.findByText('Add the variables if the data source has them.')).toBeVisible();
  expect(screen.getByTestId('location')).toHaveTextContent('/datatable/1');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Request Data' }));
  await user.click(await screen.findByRole('button', { name: 'Continue without variables' }));
  await waitFor(() =>
    expect(screen.getByTestId('location')).toHaveTextContent('/requester/submitrequest'),
  );
});

it('is read-only for other roles', async () => {
  signInAs('Data Officer');
  renderApp('/datatable/1');
  expect(await screen.findByText('View the data dictionaries')).toBeVisible();
  await screen.findByRole('button', { name: 'birth_date' });
  expect(screen.queryByRole('button', { name: 'Request Data' })).not.toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});

it('shows that a search has more matches than were counted, and pages to the end', async () => {
  server.use(
    http.get(url('data_dictionary/data_dictionary'), ({ request }) => {
      const number = Number(new URL(request.url).searchParams.get('page'));
      const counted = number > 50 ? { total: 1013 } : { total: 1000, more: true };
      return answer([makeVariable()], { page: { number, size: 20, ...counted } });
    }),
  );
  const { user } = renderApp('/datatable/1?search=birth&page=50');
  expect(await screen.findByText(/^More than 1,000 variables/)).toBeVisible();
  expect(screen.getByText('981–1,000 of more than 1,000')).toBeVisible();
  const next = screen.getByRole('button', { name: 'Go to next page' });
  await user.click(next);
  expect(await screen.findByText(/^1,013 variables/)).toBeVisible();
  expect(screen.getByText('1,001–1,013 of 1,013')).toBeVisible();
  expect(next).toBeDisabled();
});

it('reports a missing data source, and lists the others', async () => {
  server.use(http.get(url('data_dictionary/data_sources/99999'), () => refuse(404, 'Not found')));
  renderApp('/datatable/99999');
  expect(await screen.findByText('There is no such data source.')).toBeVisible();
  const list = await screen.findByRole('list', { name: 'Data sources' });
  expect(within(list).getByRole('link', { name: 'National Hospital Records' })).toHaveAttribute(
    'href',
    '/datatable/1',
  );
});
