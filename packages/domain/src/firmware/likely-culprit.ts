import { fisherAtLeast } from '../analysis/fisher'
import type { VendorId } from '../ids'

/** What may make a program fail at some terminals and not at others. */
export interface TraitBearer {
  readonly hardware: string
  readonly vendorId: VendorId | null
  readonly deviceModels: readonly string[]
}

/** That on which failures fall. A vendor's name is its id. */
export interface Culprit {
  readonly kind: 'hardware' | 'model' | 'vendor'
  readonly name: string
}

const LEAST_FAILED = 3
const LEVEL = 0.01

/**
 * The hardware, device model or vendor that fails significantly more often than all others, by Fisher's exact test with
 * p below 0.01 and three failures at least; of several the one that is least likely to be chance, and where two are equally
 * so the hardware before the model, the model before the vendor.
 * @param ended those of which it is known how they ended
 */
export function likelyCulprit<Bearer extends TraitBearer>(
  ended: readonly Bearer[],
  hasFailed: (bearer: Bearer) => boolean,
): Culprit | null {
  const tallies = new Map<string, { readonly culprit: Culprit; size: number; failed: number }>()
  let allFailed = 0
  for (const bearer of ended) {
    const isFailed = hasFailed(bearer)
    if (isFailed) allFailed++
    for (const culprit of traitsOf(bearer)) {
      const key = `${culprit.kind} ${culprit.name}`
      const tally = tallies.get(key) ?? { culprit, size: 0, failed: 0 }
      tallies.set(key, tally)
      tally.size++
      if (isFailed) tally.failed++
    }
  }
  let found: { readonly culprit: Culprit; readonly p: number } | null = null
  for (const { culprit, size, failed } of tallies.values()) {
    if (failed < LEAST_FAILED) continue
    const p = fisherAtLeast(failed, size, allFailed, ended.length)
    if (p < LEVEL && (found === null || isLikelier({ culprit, p }, found))) found = { culprit, p }
  }
  return found?.culprit ?? null
}

const kinds: readonly Culprit['kind'][] = ['hardware', 'model', 'vendor']
/** Sums of logarithms that should be equal are so to this many parts. */
const EQUAL = 1e-9

function isLikelier(a: { culprit: Culprit; p: number }, b: { culprit: Culprit; p: number }): boolean {
  if (Math.abs(a.p - b.p) > EQUAL * b.p) return a.p < b.p
  const byKind = kinds.indexOf(a.culprit.kind) - kinds.indexOf(b.culprit.kind)
  return byKind === 0 ? a.culprit.name < b.culprit.name : byKind < 0
}

function traitsOf({ hardware, vendorId, deviceModels }: TraitBearer): Culprit[] {
  return [
    { kind: 'hardware', name: hardware },
    ...[...new Set(deviceModels)].map((name) => ({ kind: 'model', name }) as const),
    ...(vendorId === null ? [] : [{ kind: 'vendor', name: String(vendorId) } as const]),
  ]
}
