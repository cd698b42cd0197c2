import type { BulletinId } from '@coldkeep/domain/ids'

/** The number of a message in an address; `null`: there is none. */
export function bulletinIdOf(text: string): BulletinId | null {
  return /^[1-9]\d{0,14}$/.test(text) ? (Number(text) as BulletinId) : null
}
