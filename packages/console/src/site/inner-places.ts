import { useEffect, useId } from 'react'
import { makeStore } from '../kit/store'
import { paths } from './paths'

/** What was chosen inside a page. */
export interface InnerPlace {
  readonly label: string
  /** Parameters of the address that choose it; without them the page is as it was before. */
  readonly parameters: readonly string[]
  /** What was chosen inside something else has the higher one. */
  readonly depth: number
}

const chosen = makeStore<ReadonlyMap<string, InnerPlace>>(new Map())

/** Shows in the bar above what was chosen in this page; `null`: nothing. */
export function useInnerPlace(place: InnerPlace | null): void {
  const id = useId()
  const text = JSON.stringify(place)
  useEffect(() => {
    const known = JSON.parse(text) as InnerPlace | null
    if (known === null) return
    chosen.set(new Map([...chosen.get(), [id, known]]))
    return () => chosen.set(new Map([...chosen.get()].filter(([other]) => other !== id)))
  }, [id, text])
}

/** The outermost first. */
export function useInnerPlaces(): readonly InnerPlace[] {
  return [...chosen.use().values()].toSorted((one, other) => one.depth - other.depth)
}

export interface Crumb {
  readonly label: string
  /** `null`: here. */
  readonly href: string | null
}

/** The page and what was chosen in it; each but the last leads back to where nothing inside it was chosen. */
export function crumbsOf(
  title: string,
  { pathname, searchStr }: { readonly pathname: string; readonly searchStr: string },
  places: readonly InnerPlace[],
): readonly [Crumb, ...Crumb[]] {
  const hrefInside = (count: number) => {
    if (count === places.length) return null
    const gone = places.slice(count).flatMap(({ parameters }) => parameters)
    const kept = [...new URLSearchParams(searchStr)].filter(([name]) => !gone.includes(name))
    return paths.withSearch(pathname, Object.fromEntries(kept))
  }
  return [
    { label: title, href: hrefInside(0) },
    ...places.map(({ label }, index) => ({ label, href: hrefInside(index + 1) })),
  ]
}
