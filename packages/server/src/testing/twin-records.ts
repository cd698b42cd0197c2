import { completeFigures } from '@coldkeep/domain/analysis/figures'
import { addDays, localDate } from '@coldkeep/domain/time/local-date'
import { upsertDemandDays, upsertEnergyComparisons, upsertEnergyDays } from '../analysis/electricity-queries'
import { insertCase } from '../repair/case-queries'
import { insertRepairEvents } from '../repair/event-queries'
import { comparison, demandDay, energyDay } from './energy-days'
import type { TestServer } from './test-server'
import type { TinyStore } from './tiny-fleet'

const FIRST = localDate('2026-11-14')
const DAYS = 7
const LAST = localDate('2026-11-19')

/** What stands of a whole store beside its devices: energy, demand, a write, messages put aside, its own rules, a case of repair. */
export async function plantRecords(server: TestServer, store: TinyStore, factor: number): Promise<void> {
  await plantEnergy(server, store, factor)
  await plantWrite(server, store, factor)
  await plantMessage(server, store, factor)
  await plantRules(server, store, factor)
  await plantRepair(server, store, factor)
}

async function plantEnergy({ db }: TestServer, { storeId }: TinyStore, factor: number): Promise<void> {
  const days = Array.from({ length: DAYS }, (_, day) => addDays(FIRST, day))
  await upsertEnergyDays(
    db,
    days.map((on) =>
      energyDay(storeId, on, { energyKwh: 300 * factor, contractedKw: 40, maximumKw: 41 * factor }),
    ),
  )
  await upsertDemandDays(
    db,
    days.map((on) =>
      demandDay(storeId, on, {
        contractedKw: 40,
        demandKw: quarters(10 * factor),
        forecastKw: quarters(null),
        highestStage: quarters(null),
        powerFactor: quarters(null),
      }),
    ),
  )
  const sums = { lastOn: LAST, days: 30, energyKwh: 9_000 * factor, openMinutes: 1440, heldMinutes: 1440 }
  await upsertEnergyComparisons(db, [comparison(storeId, { ...sums, expectedMinutes: 1440 })])
}

async function plantWrite(
  { db, clock, fleet }: TestServer,
  { storeId, freezer }: TinyStore,
  factor: number,
): Promise<void> {
  const now = clock.now()
  const writeId = `0000000${factor}-0000-4000-8000-${String(storeId).padStart(12, '0')}`
  await db
    .insertInto('writeRequest')
    .values({
      storeId,
      writeId,
      risk: 3,
      approval: 'not_needed',
      approveUntil: null,
      waitMinutes: 10,
      note: `Unseen ${factor}`,
      undoOf: null,
      accountId: fleet.accounts.admin,
      createdBy: 'Ada',
      createdAt: now,
      decidedBy: null,
      decidedAt: null,
    })
    .execute()
  await db
    .insertInto('writeLine')
    .values({
      storeId,
      writeId,
      deviceId: freezer.deviceId,
      position: 0,
      commandCode: 'cut-out',
      note: '',
      effect: 'setpoint',
      pointName: 'Set point',
      unit: '°C',
      value: -20 * factor,
      undoCode: null,
      undoValue: null,
      risk: 3,
      arg: {} as never,
      knownValue: null,
      knownQuality: null,
      knownAt: null,
      fault: null,
      commandId: null,
      deliveredAt: null,
    })
    .execute()
}

async function plantMessage(
  { db, clock }: TestServer,
  { storeId, terminalId }: TinyStore,
  factor: number,
): Promise<void> {
  const topic = `rf/1/t/${terminalId}/up/live`
  const row = {
    storeId,
    terminalId,
    receivedAt: clock.now(),
    topic,
    reason: 'E_FORM',
    body: Buffer.from('{'),
  }
  for (let one = 0; one < factor; one++) await db.insertInto('quarantine').values(row).execute()
}

async function plantRules({ db, clock }: TestServer, { storeId }: TinyStore, factor: number): Promise<void> {
  const now = clock.now()
  const place = { scope: 'store' as const, scopeId: storeId, changedAt: now, changedBy: 'Ada' }
  const loss = { lossPeriodMinutes: 60, lossThresholdMinutes: 10 + factor }
  await db
    .insertInto('lossRule')
    .values({ ...place, ...loss })
    .execute()
  const rule = {
    kind: 'falling' as const,
    isEnabled: true,
    x: 5 + factor,
    minutes: 60,
    intensity: null,
    windowHours: 24,
  }
  await db
    .insertInto('warningRule')
    .values({ ...place, ...rule })
    .execute()
  const figures = { ...completeFigures('C7'), grace: 60 + 5 * factor }
  await db
    .insertInto('figureRule')
    .values({ ...place, figureGroup: 'C7', figures })
    .execute()
}

function quarters<Value>(value: Value): Value[] {
  return Array.from({ length: 96 }, () => value)
}

async function plantRepair(
  { db, clock }: TestServer,
  { storeId, freezer }: TinyStore,
  factor: number,
): Promise<void> {
  const now = clock.now()
  const key = `0000000${factor}-0000-4000-8000-${String(storeId).padStart(12, '0')}`
  const { repairProgressId } = await db
    .selectFrom('repairProgress')
    .select('repairProgressId')
    .orderBy('position')
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async (trx) => {
    const fault = `Unseen ${factor}`
    const row = { storeId, storeCode: fault, key, deviceId: freezer.deviceId, fault, repairProgressId }
    const repairCaseId = await insertCase(trx, { ...row, reportedAt: now, reportedBy: 'Ada' })
    if (repairCaseId === null) throw new Error('a case of this key is there')
    const sent = { key, happenedAt: now, receivedAt: now, by: { accountId: null, name: 'Ada' } }
    await insertRepairEvents(trx, { storeId, repairCaseId }, sent, [
      { kind: 'note', detail: { text: fault } },
    ])
  })
}
