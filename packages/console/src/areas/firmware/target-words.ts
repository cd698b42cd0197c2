import type { checkFirmwareTargets } from '@coldkeep/contract/areas/firmware-jobs'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import type { TargetFault } from './target-draft'

export type TargetReach = Answer<typeof checkFirmwareTargets>

const MOST_NAMED = 5

export function targetFaultText(fault: TargetFault, t: Translate): string {
  switch (fault.why) {
    case 'places':
      return t('firmware.target.choosePlaces')
    case 'numbers':
      return t('firmware.target.enterNumbers')
    case 'tooLong':
      return t('firmware.target.tooLong', { number: fault.number })
    case 'tooMany':
      return t('firmware.target.tooMany', { most: fault.most })
  }
}

/** `214 stores · 230 terminals · 1,902 devices`. */
export function reachText({ stores, terminals, devices }: TargetReach, t: Translate): string {
  return t('firmware.target.sum', {
    stores: t('units.stores', { count: stores }),
    terminals: t('firmware.terminals', { count: terminals }),
    devices: t('units.devices', { count: devices }),
  })
}

const programReasons = {
  otherType: 'otherType',
  cannotUpdate: 'cannotUpdate',
  upToDate: 'upToDate',
  busy: 'busy',
} as const
const boxReasons = { ...programReasons, otherType: 'otherSystem', cannotUpdate: 'noSystem' } as const

/** Why terminals are left out, each with how many; and numbers that no store has, or that stand there twice. */
export function leftOutTexts(
  reach: TargetReach,
  t: Translate,
  { isForBoxes }: { readonly isForBoxes: boolean },
): readonly string[] {
  const names = isForBoxes ? boxReasons : programReasons
  const reasons = (['otherType', 'cannotUpdate', 'upToDate', 'busy'] as const)
    .filter((reason) => reach[reason] > 0)
    .map((reason) => {
      const terminals = t('firmware.terminals', { count: reach[reason] })
      return `${terminals}: ${t(`firmware.target.${names[reason]}`)}`
    })
  const { unknownNumbers: unknown, repeatedNumbers: repeated } = reach
  return [
    ...reasons,
    ...(unknown.length > 0 ? [t('firmware.target.unknown', namedOf(unknown))] : []),
    ...(repeated.length > 0 ? [t('firmware.target.repeated', namedOf(repeated))] : []),
  ]
}

function namedOf(numbers: readonly string[]): { readonly count: number; readonly named: string } {
  const named = numbers.slice(0, MOST_NAMED).join(', ')
  return { count: numbers.length, named: numbers.length > MOST_NAMED ? `${named} …` : named }
}
