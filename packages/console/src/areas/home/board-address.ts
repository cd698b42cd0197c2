import { paths } from '../../site/paths'

const BOARD = 'board'

/** True where the address asks for the wall board. */
export function isBoardAddress(search: string): boolean {
  return new URLSearchParams(search).get(BOARD) === '1'
}

/** The wall board of a scope, or the way back from it. */
export function boardHref(dep: string | undefined, isBoard: boolean): string {
  return paths.withSearch(paths.home, { dep, [BOARD]: isBoard ? '1' : undefined })
}
