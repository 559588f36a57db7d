/*
 * What runs before all else, inside the page: it is as old as browsers that read no modules. It may be nowhere but here, because the
 * content security policy names it by its hash.
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

  // The colours that were chosen, or those of the device, so that a dark page is never drawn light first.
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
    // Whoever left it there is no one whom the application knows.
  }
  var token = known.token;
  var role = known.role && known.role.role;
  var of = new URLSearchParams(location.search);

  // What the page shows by itself is for guests, or for roles that it names. A link of a mail may change the role first.
  if (session) page.setAttribute('data-session', of.has('as') ? '' : role || '');

  // A page that shows the first of several steps is none of another one.
  if (of.get('step') && of.get('step') !== 'study') page.setAttribute('data-later-step', '');

  // The first answers are asked for beside the script that shows them (`src/api/early.ts`).
  window.early = [];
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
    // It is told where it is taken up.
    answer.catch(function () {});
    window.early.push({ url: url, token: token, answer: answer });
    return answer;
  };
  // What the request is called is told at once, where the page has a heading.
  var name = function (told) {
    if (!told) return;
    window.earlyTitle = { of: Number(given('request_id')), title: told.data.title };
    var heading = document.querySelector('[data-still] h1');
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

  // A dropped file would replace the page, until the application watches drops itself (`src/lib/fileDrops.ts`).
  window.ondragover = window.ondrop = function (event) {
    var types = event.dataTransfer ? event.dataTransfer.types : [];
    return [].indexOf.call(types, 'Files') < 0 || event.target.type === 'file';
  };

  // What is read comes first: the scripts of the screen are asked for once the page is painted, or after a while that nobody looks at it.
  var askForScripts = function () {
    var scripts = document.getElementById('scripts');
    if (!scripts) return;
    document.head.appendChild(scripts.content);
    scripts.remove();
  };
  try {
    new PerformanceObserver(askForScripts).observe({ type: 'paint', buffered: true });
  } catch {
    // A browser that does not tell of it asks a little later.
  }
  setTimeout(askForScripts, 1000);

  // A script that does not come, or does not come in time, is told; the page stays as it is.
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
