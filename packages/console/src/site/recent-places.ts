const STORAGE_KEY = 'coldkeep.recent-pages'
const KEPT = 5
/** Where its reader was and what was ordered. How the console looks stays in the browser. */
const TRACES = /^coldkeep\.(recent-|round\.|downloads$)/

/** Pages that were opened through the command palette, newest first. */
export function recentPaths(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((path) => typeof path === 'string').slice(0, KEPT) : []
  } catch {
    return []
  }
}

export function rememberPath(path: string): void {
  const others = recentPaths().filter((other) => other !== path)
  localStorage.setItem(STORAGE_KEY, JSON.stringify([path, ...others].slice(0, KEPT)))
}

/** The next user of this browser does not see where the last one was. */
export function forgetTraces(): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) if (TRACES.test(key)) storage.removeItem(key)
  }
}
