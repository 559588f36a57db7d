/*
 * Runs inline in every page before any other script. It uses no modules, so that it can show its
 * notice if modules do not load.
 *
 * It is the same in every page, because the content security policy names it by its hash.
 */
(function () {
  var page = document.documentElement;
  var kept = function (place, key) {
    try {
      return window[place].getItem(key);
    } catch {
      return null;
    }
  };

  // Applies the saved colour mode, or that of the device, before the first paint. Otherwise dark
  // pages would flash in light colours.
  var mode = kept('localStorage', 'mui-mode');
  if (mode !== 'light' && mode !== 'dark') {
    mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  page.setAttribute('data-mode', mode);

  var session = kept('sessionStorage', 'aditus.session');
  var known = {};
  try {
    known = (session && JSON.parse(session)) || known;
  } catch {
    // The stored session is malformed: continue without a token and a role.
  }
  var token = known.token;
  var role = known.role && known.role.role;
  var of = new URLSearchParams(location.search);

  // Prerendered content is for guests, or for the roles that the page names (`pages.js`). A link of
  // a mail may switch the role first (`?as=`), so no role is set then.
  if (session) page.setAttribute('data-session', of.has('as') ? '' : role || '');

  // The prerendered wizard shows its first step. `index.html` hides it if the address names another
  // one.
  if (of.get('step') && of.get('step') !== 'study') page.setAttribute('data-later-step', '');

  // Starts the first API calls while the scripts load. `src/api/prefetched.ts` takes the responses.
  window.prefetchedCalls = [];
  var ask = function (path, query) {
    var parts = Object.keys(query || {}).filter(function (name) {
      return query[name];
    });
    var url = location.origin + '/api/v1/' + path;
    if (parts.length) {
      url += '?' + parts.map((name) => name + '=' + encodeURIComponent(query[name])).join('&');
    }
    var headers = token ? { Authorization: 'Token ' + token } : {};
    var answer = fetch(url, { headers: headers });
    // Prevents an unhandled rejection. The code that takes the response handles the error.
    answer.catch(function () {});
    window.prefetchedCalls.push({ url: url, token: token, answer: answer });
    return answer;
  };
  // Shows the title of the request in the prerendered heading as soon as it is known.
  var name = function (told) {
    if (!told) return;
    window.prefetchedTitle = { requestId: Number(given('request_id')), title: told.data.title };
    var heading = document.querySelector('[data-prerendered] h1');
    if (!heading) return;
    var named = heading.cloneNode();
    named.textContent = told.data.title;
    heading.replaceWith(named);
  };
  var given = function (name, otherwise) {
    return (of.get(name) || '').trim() || otherwise;
  };
  var source = /^\/datatable\/([1-9]\d{0,15})$/.exec(location.pathname);
  if (source && of.get('view') === null) {
    ask('data_dictionary/data_dictionary', {
      data_source: source[1],
      tbl_name: given('tbl_name'),
      search: given('search'),
      sort: given('sort'),
      page: given('page', '1'),
      page_size: given('page_size', '20'),
    });
  } else if (/^\/(datarequest|requester\/singlerequest)$/.test(location.pathname)) {
    if (known.role && /^\d+$/.test(given('request_id'))) {
      ask('data_requests', {
        request_id: given('request_id'),
        org_role_id: String(known.role.org_role_id),
        variables: 'false',
      })
        .then((answer) => answer.ok && answer.clone().json())
        .then(name)
        .catch(function () {});
      ask('data_requests/statecomment/list/' + given('request_id'));
    }
  } else if (location.pathname === '/requester/submitrequest') {
    if (role === 'Data Requester' && /^[1-9]\d{0,15}$/.test(given('draft'))) {
      ask('data_requests/drafts/' + given('draft'));
      if (given('step', 'study') === 'study') ask('data_requests/irb');
    }
  } else if (location.pathname === '/datasource') {
    ask('data_dictionary/data_sources', {
      search: given('search'),
      page: given('page', '1'),
      page_size: '9',
    });
  } else if (location.pathname === '/documents') {
    ask('documents');
  }

  // Keeps a dropped file from replacing the page until the application handles drops itself
  // (`src/lib/fileDrops.ts`).
  window.ondragover = window.ondrop = function (event) {
    var types = event.dataTransfer ? event.dataTransfer.types : [];
    return [].indexOf.call(types, 'Files') < 0 || event.target.type === 'file';
  };

  // Requests the scripts of the screen after the first paint, so that they do not delay the
  // content. The timeout covers background tabs, which are not painted.
  var askForScripts = function () {
    var scripts = document.getElementById('scripts');
    if (!scripts) return;
    document.head.appendChild(scripts.content);
    scripts.remove();
  };
  try {
    new PerformanceObserver(askForScripts).observe({ type: 'paint', buffered: true });
  } catch {
    // Browsers without paint timing rely on the timeout.
  }
  setTimeout(askForScripts, 1000);

  // Shows a notice if a script fails to load or the application has not started in time. The page
  // itself does not change.
  var tell = function () {
    var late = document.getElementById('late');
    if (late) late.hidden = false;
  };
  addEventListener(
    'error',
    function (event) {
      if (event.target instanceof HTMLScriptElement) tell();
    },
    true,
  );
  setTimeout(tell, 20000);
})();
