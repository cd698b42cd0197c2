import { pointNames } from '@coldkeep/phrases/en/point-names'
import type { Translate } from '@coldkeep/phrases/keys'

export type PointName = keyof typeof pointNames

/** `Probe 2`, `Voltage L1`, `Set point (SEt)`: what it is, the number or phase, the maker's code. */
const PARTS = /^(.+?)( L?\d+)?( \([^()]+\))?$/

/**
 * The name of a point in the reader's language, or the note by which people call a write, as far as the built-in models
 * have it; number, phase and code stay, and every other name is as it was typed.
 */
export function pointName(name: string, translate: Translate): string {
  const [, base = name, number = '', code = ''] = PARTS.exec(name) ?? []
  return isKnown(base) ? `${translate(`pointNames.${base}`)}${number}${code}` : name
}

function isKnown(base: string): base is PointName {
  return Object.hasOwn(pointNames, base)
}
