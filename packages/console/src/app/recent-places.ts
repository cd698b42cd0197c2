const STORAGE_KEY = 'coldkeep.recent-pages'
const KEPT = 5

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
