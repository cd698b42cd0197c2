import type { WireFirmwareImage } from '@coldkeep/contract/areas/firmware-images'

/** What can be done with a firmware file; a draft that is withdrawn is removed. */
export type ImageAct = 'release' | 'withdraw' | 'remove'

export function imageActs(image: Pick<WireFirmwareImage, 'state' | 'expiresAt'>): readonly ImageAct[] {
  if (image.state === 'released') return ['withdraw']
  const release: readonly ImageAct[] = isExpired(image) ? [] : ['release']
  return image.state === 'draft' ? [...release, 'remove'] : release
}

export function isExpired({ expiresAt }: Pick<WireFirmwareImage, 'expiresAt'>): boolean {
  return expiresAt <= Date.now()
}
