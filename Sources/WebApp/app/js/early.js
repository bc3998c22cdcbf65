// Runs before the first paint, so that the page never flashes in the other theme.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let chosen = null;
    try { chosen = localStorage.getItem('homenet.theme'); } catch { /* no storage: the system's */ }
    const theme = chosen === 'dark' || chosen === 'light' ? chosen : dark.matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
    // The bar above an installed app has the colour of ours.
    const bar = document.querySelector('meta[name="theme-color"]');
    if (bar) bar.content = theme === 'dark' ? '#141921' : '#fcfcfe';
    dispatchEvent(new CustomEvent('homenet:theme', { detail: theme }));
  };
  dark.addEventListener('change', apply);
  addEventListener('homenet:apply-theme', apply);
  apply();
})();
