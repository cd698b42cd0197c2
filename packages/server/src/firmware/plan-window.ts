import type { FirmwarePlan } from '@coldkeep/contract/areas/firmware-jobs'
import { ALL_DAY, type InstallWindow, readWindow } from '@coldkeep/domain/firmware/store-window'

/** When terminals may begin, by the clock of each store. */
export function windowOf({ window }: Pick<FirmwarePlan, 'window'>): InstallWindow {
  const read = window === null ? null : readWindow([window.from, window.to])
  return read?.ok ? read.value : ALL_DAY
}
