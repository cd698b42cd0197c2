import { type TipBus, type TipFacts, type TipHealth, tipsOf } from '@coldkeep/domain/help-desk/tip'
import type { DeviceId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Scope } from '../access/scope'
import { type ShownAlarm, selectAlarms } from '../alarms/shown-alarm-queries'
import { selectPresentHealth } from '../analysis/shown-warning-queries'
import type { Db } from '../db/connect'
import { readBusHealth } from '../field-health/bus-health'
import { selectParameterDevices } from '../parameters/list-queries'
import type { HelpSessionRow } from './session-queries'

type BusDevice = Awaited<ReturnType<typeof readBusHealth>>['devices'][number]
type PresentHealth = NonNullable<Awaited<ReturnType<typeof selectPresentHealth>>>
export type BusFact = TipBus & { readonly bus: BusDevice }
export type HealthFact = TipHealth & { readonly health: PresentHealth }
export type ShownTip = ReturnType<typeof tipsOf<ShownAlarm, BusFact, HealthFact>>[number]

/** Of a store. */
const MOST_ALARMS = 100
const MOST_DEVICES = 200

/** What is worth a try in a session: of its devices, or of all of the store where it names none. */
export async function readTips(
  db: Db,
  scope: Scope,
  { storeId, deviceIds }: Pick<HelpSessionRow, 'storeId' | 'deviceIds'>,
  { now, all }: { readonly now: EpochMs; readonly all: readonly DeviceId[] },
): Promise<ShownTip[]> {
  const named = new Set(deviceIds.length > 0 ? deviceIds : all)
  const open = { scope, storeId, deviceId: null, state: 'open' as const, priority: null, since: null }
  const alarms = await selectAlarms(db, open, { offset: 0, limit: MOST_ALARMS })
  const buses = await readBusHealth(db, { scope, storeId }, now)
  const health: HealthFact[] = []
  for (const deviceId of named) {
    const present = await selectPresentHealth(db, storeId, deviceId)
    if (present !== null) health.push({ deviceId, score: present.score, hint: present.hint, health: present })
  }
  const filter = { scope, storeId, modelId: null, deviceIds: [...named], state: null, text: '' }
  const parameters = await selectParameterDevices(db, filter, 'name', { offset: 0, limit: MOST_DEVICES })
  const facts: TipFacts<ShownAlarm, BusFact, HealthFact> = {
    alarms: alarms.filter(({ deviceId }) => deviceId === null || named.has(deviceId)),
    buses: buses.devices
      .filter(({ id }) => named.has(id))
      .map((bus) => ({
        deviceId: bus.id,
        isSilent: bus.silentSince !== null,
        answerRate: bus.answerRate,
        bus,
      })),
    health,
    drifted: parameters.filter(({ drift }) => drift !== null).map(({ deviceId }) => deviceId),
  }
  return tipsOf<ShownAlarm, BusFact, HealthFact>(facts)
}
