import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import { epochMs } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { InsuredCoverage } from '@coldkeep/server/analysis/temperature-day-queries'
import type { Fleet, FleetStore } from '@coldkeep/simulator/fleet/fleet'
import { below, randomStream } from '@coldkeep/simulator/random'
import type { PlantedStore } from './planted'

const INSURED_ZONES: readonly TemperatureZone[] = ['FZ', 'IC', 'C4', 'C7']
const YEAR_DAYS = 365
/** Longer than the demo's past, so that what is insured today was so on every day that is shown. */
const BEFORE_PAST_DAYS = 60
/** Of so many stores one is not insured, one has let it run out, and of two it ends within the month. */
const ROUND = 8

/** Which devices of the fleet are insured: frozen and chilled ones of most stores, so that every status is there. */
export function fleetInsurance(fleet: Fleet, planted: readonly PlantedStore[]): InsuredCoverage[] {
  return fleet.stores.flatMap((store, index) => {
    const days = insuredDays(fleet, store)
    const { storeId, devices } = planted[index] ?? { devices: [] }
    if (days === null || storeId === undefined) return []
    return store.devices.flatMap(({ zone }, place) => {
      const deviceId = devices[place]?.deviceId
      return deviceId === undefined || zone === null || !INSURED_ZONES.includes(zone)
        ? []
        : [{ storeId, deviceId, zone, ...days }]
    })
  })
}

function insuredDays(
  fleet: Fleet,
  store: FleetStore,
): { readonly firstOn: LocalDate; readonly lastOn: LocalDate } | null {
  const random = randomStream(fleet.seed, 'insurance', store.index)
  const today = localDateOf(store.zone, epochMs(fleet.madeAtMs))
  const place = store.index % ROUND
  if (place === ROUND - 1) return null
  const daysLeft =
    place === 0
      ? -1 - below(random, 25)
      : place <= 2
        ? below(random, 31)
        : 31 + below(random, 2 * YEAR_DAYS - 30)
  const lastOn = addDays(today, daysLeft)
  const usual = addDays(lastOn, 1 - YEAR_DAYS)
  const latest = addDays(today, -BEFORE_PAST_DAYS)
  return { firstOn: usual < latest ? usual : latest, lastOn }
}
