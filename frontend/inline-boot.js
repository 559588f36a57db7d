/*
 * Runs inline in every page before any other script. It uses no modules, so that it can show its
 * notice if modules do not load.
 *
 * It is the same in every page, because the content security policy names it by its hash.
 */
(function () {
  var page = document.documentElement;
  var readStored = function (place, key) {
    try {
      return window[place].getItem(key);
    } catch {
      return null;
    }
  };

  // Applies the saved colour mode, or that of the device, before the first paint. Otherwise dark
  // pages would flash in light colours.
  var mode = readStored('localStorage', 'mui-mode');
  if (mode !== 'light' && mode !== 'dark') {
    mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  page.setAttribute('data-mode', mode);

  var session = readStored('sessionStorage', 'aditus.session');
  var stored = {};
  try {
    stored = (session && JSON.parse(session)) || stored;
  } catch {
    // The stored session is malformed: continue without a token and a role.
  }
  var token = stored.token;
  var role = stored.role && stored.role.role;
  var params = new URLSearchParams(location.search);

  // Prerendered content is for guests, or for the roles that the page names (`pages.js`). A link of
  // a mail may switch the role first (`?as=`), so no role is set then.
  if (session) page.setAttribute('data-session', params.has('as') ? '' : role || '');

  // The prerendered wizard shows the list of its steps. `index.html` hides it if the address names
  // a step.
  if (params.get('step')) page.setAttribute('data-later-step', '');

  // Starts the first API calls while the scripts load. `src/api/prefetched.ts` takes the responses.
  window.prefetchedCalls = [];
  var prefetch = function (path, query) {
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
  var showTitle = function (answer) {
    if (!answer) return;
    window.prefetchedTitle = { requestId: Number(param('request_id')), title: answer.data.title };
    var heading = document.querySelector('[data-prerendered] h1');
    if (!heading) return;
    var named = heading.cloneNode();
    named.textContent = answer.data.title;
    heading.replaceWith(named);
  };
  var param = function (name, otherwise) {
    return (params.get(name) || '').trim() || otherwise;
  };
  var source = /^\/datatable\/([1-9]\d{0,15})$/.exec(location.pathname);
  if (source && params.get('view') === null) {
    prefetch('data_dictionary/data_dictionary', {
      data_source: source[1],
      tbl_name: param('tbl_name'),
      search: param('search'),
      sort: param('sort'),
      page: param('page', '1'),
      page_size: param('page_size', '20'),
    });
  } else if (/^\/(datarequest|requester\/singlerequest)$/.test(location.pathname)) {
    if (stored.role && /^\d+$/.test(param('request_id'))) {
      prefetch('data_requests', {
        request_id: param('request_id'),
        org_role_id: String(stored.role.org_role_id),
        variables: 'false',
      })
        .then((answer) => answer.ok && answer.clone().json())
        .then(showTitle)
        .catch(function () {});
      prefetch('data_requests/statecomment/list/' + param('request_id'));
    }
  } else if (location.pathname === '/requester/submitrequest') {
    if (role === 'Data Requester' && /^[1-9]\d{0,15}$/.test(param('draft'))) {
      prefetch('data_requests/drafts/' + param('draft'));
      if (param('step') === 'study') prefetch('data_requests/irb');
    }
  } else if (location.pathname === '/datasource') {
    prefetch('data_dictionary/data_sources', {
      search: param('search'),
      page: param('page', '1'),
      page_size: '9',
    });
  } else if (location.pathname === '/documents') {
    prefetch('documents');
  }

  // Keeps a dropped file from replacing the page until the application handles drops itself
  // (`src/lib/fileDrops.ts`).
  window.ondragover = window.ondrop = function (event) {
    var types = event.dataTransfer ? event.dataTransfer.types : [];
    return [].indexOf.call(types, 'Files') < 0 || event.target.type === 'file';
  };

  // Requests the scripts of the screen after the first paint, so that they do not delay the
  // content. The timeout covers background tabs, which are not painted.
  var loadScripts = function () {
    var scripts = document.getElementById('scripts');
    if (!scripts) return;
    document.head.appendChild(scripts.content);
    scripts.remove();
  };
  try {
    new PerformanceObserver(loadScripts).observe({ type: 'paint', buffered: true });
  } catch {
    // Browsers without paint timing rely on the timeout.
  }
  setTimeout(loadScripts, 1000);

  // Shows a notice if a script fails to load or the application has not started in time. The page
  // itself does not change.
  var showNotice = function () {
    var late = document.getElementById('late');
    if (late) late.hidden = false;
  };
  addEventListener(
    'error',
    function (event) {
      if (event.target instanceof HTMLScriptElement) showNotice();
    },
    true,
  );
  setTimeout(showNotice, 20000);
})();
