/** A filter with a name, for one page. */
export interface SavedView {
  readonly id: string
  readonly name: string
  /** The parameters of the address that make it. */
  readonly search: Readonly<Record<string, string>>
}

type Search = Readonly<Record<string, string>>

/** Where one is in a table, or in a drawing, is no part of a view. */
const passing = /^(view|board|from|to|t\d+\.(page|row))$/

/** What of an address makes a view. Without its day it opens with the newest period. */
export function searchOfView(address: Search, keepsDay: boolean): Search {
  return Object.fromEntries(
    Object.entries(address).filter(([name]) => !passing.test(name) && (keepsDay || name !== 'date')),
  )
}

/** The change of the address that shows a view: what it does not name is taken away. */
export function addressOfView(view: SavedView, address: Search): Record<string, string | undefined> {
  const gone = Object.fromEntries(Object.keys(address).map((name) => [name, undefined]))
  return { ...gone, ...view.search, view: view.id }
}

/** True while the address still shows what the view holds. */
export function showsView(view: SavedView, address: Search): boolean {
  const shown = searchOfView(address, 'date' in view.search)
  const names = new Set([...Object.keys(shown), ...Object.keys(view.search)])
  return [...names].every((name) => shown[name] === view.search[name])
}

/** Puts a view into the list; one of the same name makes room for it and leaves its id. */
export function withView(views: readonly SavedView[], name: string, search: Search): readonly SavedView[] {
  const known = views.find((view) => view.name === name)
  const view = { id: known?.id ?? nextId(views), name, search }
  return [...views.filter((other) => other !== known), view].sort((a, b) => a.name.localeCompare(b.name))
}

function nextId(views: readonly SavedView[]): string {
  return String(Math.max(0, ...views.map((view) => Number(view.id) || 0)) + 1)
}

/** What is in the storage; anything that is no view is passed over. */
export function viewsOf(stored: string | null): readonly SavedView[] {
  try {
    const found: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(found) ? found.filter(isView) : []
  } catch {
    return []
  }
}

function isView(found: unknown): found is SavedView {
  return (
    typeof found === 'object' &&
    found !== null &&
    'id' in found &&
    typeof found.id === 'string' &&
    'name' in found &&
    typeof found.name === 'string' &&
    'search' in found &&
    typeof found.search === 'object' &&
    found.search !== null &&
    Object.values(found.search).every((value) => typeof value === 'string')
  )
}
