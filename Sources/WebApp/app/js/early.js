// Runs before the first paint, so that the page never flashes in the other theme.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let chosen = null;
    try { chosen = localStorage.getItem('homenet.theme'); } catch { /* no storage: the system's */ }
    const theme = chosen === 'dark' || chosen === 'light' ? chosen : dark.matches ? 'dark' : 'light';
    if (document.documentElement.dataset.theme === theme) return;
    document.documentElement.dataset.theme = theme;
    dispatchEvent(new CustomEvent('homenet:theme', { detail: theme }));
  };
  dark.addEventListener('change', apply);
  addEventListener('homenet:apply-theme', apply);
  apply();
})();
