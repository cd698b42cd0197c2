import type { WirePlannedUpdate } from '@coldkeep/contract/areas/firmware-consent'
import { timeParts } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'

/** The window of an update by the clock of its store. */
export function windowWords({
  from,
  until,
  store,
}: Pick<WirePlannedUpdate, 'from' | 'until' | 'store'>): Record<'day' | 'from' | 'until', string> {
  const start = timeParts(from, store.zone)
  return { day: start.date, from: start.minute, until: timeParts(until, store.zone).minute }
}

/** When one store is updated, and what it has said to it. */
export function plannedSentence(update: WirePlannedUpdate, t: Translate): string {
  const { store, version, postponed } = update
  const planned = t('overview.update.planned', { store: store.name, version, ...windowWords(update) })
  const times = t('overview.update.postponed', { count: postponed })
  return postponed === 0 ? planned : t('overview.update.both', { planned, times })
}
