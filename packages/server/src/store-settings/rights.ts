import { type GuardedPart, guardedParts, type StoreSettings } from '@coldkeep/contract/areas/store-settings'
import { Problem } from '@coldkeep/contract/problem'
import { kindsOfDevice, maySee } from '@coldkeep/domain/access/equipment'
import type { PageKey } from '@coldkeep/domain/access/page-key'
import { isSame } from '@coldkeep/domain/organisation/merge-answers'
import type { SignedIn } from '../access/signed-in'

/** The page on which each part is changed otherwise. */
const pageOf: Readonly<Record<GuardedPart, PageKey>> = {
  terminals: '3-2',
  devices: '3-2',
  targets: '2-2-2',
  loss: '2-2-1',
  warnings: '2-2-3',
}
/** Equipment can be seen by everyone of its store, as far as its kind is not withheld. */
const seenByAll: readonly GuardedPart[] = ['terminals', 'devices']

export function mayRead(user: SignedIn, part: GuardedPart): boolean {
  return seenByAll.includes(part) || user.pageKeys.has(pageOf[part])
}

export function writableParts(user: SignedIn): GuardedPart[] {
  return guardedParts.filter((part) => user.pageKeys.has(pageOf[part]))
}

/** True where answers hold nothing that is withheld from the caller. */
export function maySeeAnswers(user: SignedIn, { devices, ...settings }: StoreSettings): boolean {
  const isReadable = (part: 'targets' | 'loss' | 'warnings') => settings[part] === null || mayRead(user, part)
  return (
    (['targets', 'loss', 'warnings'] as const).every(isReadable) &&
    devices.every((device) => maySee(user.equipment, kindsOfDevice(device)))
  )
}

/** @throws Problem `access.page` where something is changed for which the caller lacks the page */
export function checkParts(user: SignedIn, base: StoreSettings, content: StoreSettings): void {
  const writable = writableParts(user)
  const isLeft = (part: GuardedPart) => writable.includes(part) || isSame(base[part], content[part])
  if (!guardedParts.every(isLeft)) throw new Problem('access.page')
}
