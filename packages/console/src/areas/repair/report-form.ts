import { reportRepair } from '@coldkeep/contract/areas/repair'
import type { AlarmId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { idOf } from './renew-form'

/** What is reported; `device` as a text of its id, or `none`. */
export interface ReportDraft {
  readonly storeId: StoreId | null
  readonly deviceId: string
  readonly fault: string
}

export const NO_DEVICE = 'none'

/** @param key of this report, however often it is sent */
export function reportRules(
  key: string,
  alarms: readonly AlarmId[],
  t: Translate,
): CallRules<typeof reportRepair, ReportDraft> {
  return {
    call: reportRepair,
    labels: { storeId: t('shell.words.store'), deviceId: t('repair.equipment'), fault: t('repair.fault') },
    inputOf: ({ storeId, deviceId, fault }) => ({
      body: {
        ...{ key, storeId, fault, alarms },
        deviceId: deviceId === NO_DEVICE ? null : idOf<DeviceId>(deviceId),
      },
    }),
  }
}

/** Alarms that the address names, of which a repair is to be reported: `12,13`. */
export function alarmsToReport(text: string | undefined): readonly AlarmId[] {
  return (text ?? '')
    .split(',')
    .filter((id) => /^[1-9]\d{0,14}$/.test(id))
    .slice(0, 50)
    .map((id) => Number(id) as AlarmId)
}
