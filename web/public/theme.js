// Before anything is drawn: whoever reads by lamplight sees no flash of daylight. What the theme is later, src/state/theme.svelte.ts says.
{
  const root = document.documentElement
  const wanted = new URLSearchParams(location.search).get('theme') ?? localStorage.getItem('triumvir.theme')
  root.dataset.chosen = ['light', 'dark'].includes(wanted) ? wanted : 'auto'
  localStorage.setItem('triumvir.theme', root.dataset.chosen)
  const night = matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = root.dataset.chosen === 'auto' ? (night ? 'dark' : 'light') : root.dataset.chosen
}
