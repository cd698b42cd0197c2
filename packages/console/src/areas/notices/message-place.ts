import type { OwnMessage } from '@coldkeep/contract/areas/own-messages'
import { paths } from '../../site/paths'

/** Where what a message may be about is shown; of several the first is meant, as the others only say where that is. */
const places: readonly ((message: OwnMessage) => string | null)[] = [
  ({ firmwareJob: job }) => of(job, () => paths.withSearch(paths.firmware, { job: String(job) })),
  ({ leftBehind }) =>
    of(leftBehind, (behind) => paths.withSearch(paths.terminals, { behind: String(behind) })),
  ({ demand, storeId }) =>
    of(demand, ({ departments: dep, day: date }) =>
      of(storeId, (store) => paths.withSearch(paths.demand, { dep, store: String(store), date, days: '1' })),
    ),
  ({ openBreaches }) =>
    of(openBreaches, ({ departments: dep }) =>
      paths.withSearch(paths.temperatureAssurance, { tab: 'corrections', dep }),
    ),
  ({ fridgeBrand }) =>
    of(fridgeBrand, (entry) =>
      paths.withSearch(paths.controlProfiles, { list: 'review', entry: String(entry) }),
    ),
  ({ amber }) => of(amber, ({ departments: dep, tab }) => paths.withSearch(paths.alertService, { dep, tab })),
  ({ pointApplication }) =>
    of(pointApplication, () => paths.withSearch(paths.credits, { tab: 'applications' })),
  ({ bulletin }) => of(bulletin, (id) => paths.withSearch(paths.messages, { message: String(id) })),
  ({ upkeep }) =>
    of(upkeep, ({ departments: dep, state }) =>
      paths.withSearch(paths.upkeep, { dep, 'plans.state': state }),
    ),
  ({ parameterApply }) =>
    of(parameterApply, (apply) => paths.withSearch(paths.controlProfiles, { apply: String(apply) })),
  ({ parameters }) =>
    of(parameters, (device) => paths.withSearch(paths.controlProfiles, { device: String(device) })),
  ({ repairCase }) => of(repairCase, (id) => paths.withSearch(paths.repair, { case: String(id) })),
  ({ terminalId }) => of(terminalId, (id) => paths.withSearch(paths.terminals, { id })),
  ({ model }) => of(model, (named) => paths.withSearch(paths.pollTables, { ...named, tab: 'versions' })),
  ({ write }) => of(write, (id) => paths.withSearch(paths.remoteOperation, { write: id })),
]

/** Where a message leads: what it is about, or else the alarm, the alarms of its store, or all. */
export function placeOf(message: OwnMessage): string {
  for (const place of places) {
    const found = place(message)
    if (found !== null) return found
  }
  const { alarm, storeId: store } = message
  return paths.withSearch(paths.alarms, {
    store: store === null ? undefined : String(store),
    alarm: alarm === null ? undefined : String(alarm),
  })
}

function of<T>(subject: T | null, lead: (subject: T) => string | null): string | null {
  return subject === null ? null : lead(subject)
}
