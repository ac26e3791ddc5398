/** Day or lamplight: as the system has it, or as somebody chose. */

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEPT = 'triumvir.theme'
const night = matchMedia('(prefers-color-scheme: dark)')
const theme = $state<{ now: Theme }>({ now: chosen() })

function chosen(): Theme {
  const kept = new URLSearchParams(location.search).get('theme') ?? localStorage.getItem(KEPT)
  return (THEMES as readonly string[]).includes(kept ?? '') ? (kept as Theme) : 'auto'
}

export function themeNow(): Theme {
  return theme.now
}

export function wear(next: Theme = theme.now): void {
  theme.now = next
  localStorage.setItem(KEPT, next)
  document.documentElement.dataset.theme = next === 'auto' ? (night.matches ? 'dark' : 'light') : next
}

night.addEventListener('change', () => wear())
