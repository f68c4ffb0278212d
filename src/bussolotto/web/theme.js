// Before the first paint, so that the page does not flash in the other theme. The rest of it is in settings.js.
try {
  const theme = JSON.parse(localStorage.getItem('bussolotto') ?? '{}').theme;
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // no storage in a private window
}
