/** Day or lamplight: as the system has it, or as somebody chose. What it is at first, public/theme.js says, before anything is drawn. */

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEPT = 'triumvir.theme'
const root = document.documentElement
const night = matchMedia('(prefers-color-scheme: dark)')
const theme = $state<{ now: Theme }>({ now: (root.dataset.chosen ?? 'auto') as Theme })

export function themeNow(): Theme {
  return theme.now
}

export function wear(next: Theme): void {
  theme.now = next
  localStorage.setItem(KEPT, next)
  root.dataset.theme = next === 'auto' ? (night.matches ? 'dark' : 'light') : next
}

night.addEventListener('change', () => wear(theme.now))
