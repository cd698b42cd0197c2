/** Terminals of a wave that are alike. */
export interface WaveGroup {
  readonly hardware: string
  /** Their stores have put it off to a later day. */
  readonly isPostponed: boolean
  readonly terminals: number
}

/**
 * Those of a wave that it waits for. "Not today" of one store is not to hold all the others: what is put off is left out
 * where the wave has the same hardware in another store, unless more than half of the wave would be left out, which then
 * would show too little.
 */
export function awaitedOf<Group extends WaveGroup>(wave: readonly Group[]): readonly Group[] {
  const shown = new Set(wave.filter(({ isPostponed }) => !isPostponed).map(({ hardware }) => hardware))
  const awaited = wave.filter(({ isPostponed, hardware }) => !isPostponed || !shown.has(hardware))
  return 2 * sizeOf(awaited) >= sizeOf(wave) ? awaited : wave
}

function sizeOf(wave: readonly WaveGroup[]): number {
  return wave.reduce((sum, { terminals }) => sum + terminals, 0)
}
