/** Where the page is: `/`, `/t/TABLE`, `/t/TABLE/NUMBER`, `/rules/GAME`. */

export type Route =
  | { page: 'lobby' }
  | { page: 'table'; table: string; secret: string | null }
  | { page: 'replay'; table: string; number: number }
  | { page: 'rules'; game: string; rule: string | null }
  | { page: 'fixture' }
  | { page: 'nowhere' }

export function read(path: string, hash: string): Route {
  const [first, second, third, ...more] = path.split('/').filter(Boolean)
  if (first === undefined) return { page: 'lobby' }
  if (more.length > 0) return { page: 'nowhere' }
  if (first === 't' && !/^[a-z0-9]+$/.test(second ?? '')) return { page: 'nowhere' }
  if (first === 't' && second && third === undefined) return { page: 'table', table: second, secret: secretOf(hash) }
  if (first === 't' && second && /^\d+$/.test(third ?? '')) return { page: 'replay', table: second, number: Number(third) }
  if (first === 'rules' && second && third === undefined) return { page: 'rules', game: second, rule: hash.slice(1) || null }
  if (first === 'fixture') return { page: 'fixture' }
  return { page: 'nowhere' }
}

/** `#key=...` or another word: the secret of a link stands behind the hash, where no server sees it. */
function secretOf(hash: string): string | null {
  return /^#\w+=([\w-]+)$/.exec(hash)?.[1] ?? null
}

const here = $state<{ now: Route }>({ now: read(location.pathname, location.hash) })

export function route(): Route {
  return here.now
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  const before = here.now
  here.now = read(location.pathname, location.hash)
  if (!replace && before.page !== here.now.page) scrollTo(0, 0)
}

/** Clicks on the page's own links do not load it anew. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a')
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin || link.getAttribute('href')?.startsWith('#')) return
  event.preventDefault()
  go(link.pathname + link.search + link.hash)
}

addEventListener('popstate', () => (here.now = read(location.pathname, location.hash)))
