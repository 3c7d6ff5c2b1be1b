// Before the app has arrived: the chosen colours, and a form that is sent too early waits for it.
(() => {
  const scheme = /(?:^|; )tegeka-scheme=(light|dark)/.exec(document.cookie);
  if (scheme) document.documentElement.setAttribute('data-mantine-color-scheme', scheme[1]);
  addEventListener(
    'submit',
    (event) => {
      if (window.tegekaReady) return;
      event.preventDefault();
      event.target.setAttribute('data-sent-early', '');
    },
    true,
  );
})();
