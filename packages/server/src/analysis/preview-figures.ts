import { gradeOf, NO_SLOTS, ratesOf } from '@coldkeep/domain/analysis/connection-rate'
import { type FigureRule, type FigureValues, isZoneGroup } from '@coldkeep/domain/analysis/figures'
import { healthClassOf, scoreHealth } from '@coldkeep/domain/analysis/health-score'
import { expiryOf } from '@coldkeep/domain/analysis/insured-coverage'
import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import { figureRules } from '../settings/figure-rules'
import { selectScoredDevices } from './figure-preview-queries'
import type { JudgedAgain, Judgements, StoreWeek } from './judged-again'
import { previewZone } from './preview-zone'
import { selectConnectionByStore } from './shown-connection-queries'
import { selectStoreExpiries } from './shown-temperature-queries'
import { selectAnalysedStores } from './store-day-queries'

const DAYS = 7

export interface FigurePreview extends Judgements {
  readonly firstOn: LocalDate
  readonly lastOn: LocalDate
}

/** What other figures of a group would have made of the last seven whole days of stores; nothing is kept. */
export async function previewFigures(
  db: Db,
  scope: Scope,
  storeIds: readonly StoreId[],
  { figureGroup, figures }: FigureRule,
  now: EpochMs,
): Promise<FigurePreview> {
  const weeks = (await selectAnalysedStores(db, storeIds)).map((store) => {
    const last = addDays(localDateOf(store.zone, now), -1)
    return { ...store, first: addDays(last, 1 - DAYS), last }
  })
  const lasts = weeks.map(({ last }) => last).sort()
  const lastOn = lasts.at(-1) ?? addDays(localDateOf('UTC', now), -1)
  const period = { firstOn: addDays(lasts[0] ?? lastOn, 1 - DAYS), lastOn }
  if (isZoneGroup(figureGroup))
    return { ...period, ...(await previewZone(db, scope, weeks, { zone: figureGroup, figures }, now)) }
  const judged = {
    connection: () => previewConnection(db, scope, weeks, figures, period),
    health: () => previewHealth(db, scope, weeks, figures),
    insurance: () => previewInsurance(db, scope, weeks, figures, now),
  }
  return { ...period, judged: await judged[figureGroup](), unseen: 0 }
}

/** Stores by the class of their rate over the week. */
async function previewConnection(
  db: Db,
  scope: Scope,
  weeks: readonly StoreWeek[],
  figures: FigureValues,
  { firstOn, lastOn }: Pick<FigurePreview, 'firstOn' | 'lastOn'>,
): Promise<JudgedAgain[]> {
  const storeIds = weeks.map(({ storeId }) => storeId)
  const filter = { scope, storeIds, vendorId: null, first: firstOn, last: lastOn }
  const [stores, present] = await Promise.all([
    selectConnectionByStore(db, filter, storeIds),
    figureRules.connection.ofStores(db, storeIds),
  ])
  return stores.flatMap(({ storeId, ok, deviceLost, hostLost }) => {
    const rate = ratesOf({ ...NO_SLOTS, ok, deviceLost, hostLost }).connectionRate
    const before = gradeOf(rate, present.get(storeId)?.figures)
    const after = gradeOf(rate, figures)
    return before === null || after === null ? [] : [{ subject: storeId, before, after }]
  })
}

/** Stores by how far they are from the end of their insurance today. */
async function previewInsurance(
  db: Db,
  scope: Scope,
  weeks: readonly StoreWeek[],
  figures: FigureValues,
  now: EpochMs,
): Promise<JudgedAgain[]> {
  const storeIds = weeks.map(({ storeId }) => storeId)
  const [{ stores }, present] = await Promise.all([
    selectStoreExpiries(db, { scope, storeIds }, now, storeIds.length),
    figureRules.insurance.ofStores(db, storeIds),
  ])
  return stores.map(({ store: { storeId }, lastOn, today }) => ({
    subject: storeId,
    before: expiryOf(lastOn, today, present.get(storeId)?.figures).status,
    after: expiryOf(lastOn, today, figures).status,
  }))
}

/** Devices by the class of their score over the last whole day. */
async function previewHealth(
  db: Db,
  scope: Scope,
  weeks: readonly StoreWeek[],
  figures: FigureValues,
): Promise<JudgedAgain[]> {
  const [devices, present] = await Promise.all([
    selectScoredDevices(db, scope, weeks),
    figureRules.health.ofStores(
      db,
      weeks.map(({ storeId }) => storeId),
    ),
  ])
  return devices.flatMap(({ storeId, deviceId, zone, measured, baseline, outdoorC, isBreach }) => {
    const classBy = (weights: FigureValues | undefined) => {
      const scored = scoreHealth(zone, measured, baseline, outdoorC, isBreach, weights)
      return scored.ok ? healthClassOf(scored.value.score) : null
    }
    const [before, after] = [classBy(present.get(storeId)?.figures), classBy(figures)]
    return before === null || after === null ? [] : [{ subject: deviceId, before, after }]
  })
}
