import type { PointId } from '@coldkeep/domain/ids'
import { minutes } from '@coldkeep/domain/time/instant'
import type { Session } from '../db/connect'
import { writeScans } from './plant/write-history'
import { NOON } from './test-server'
import type { TinyStore } from './tiny-fleet'
import type { WriteServer } from './write-server'

const TABLES = '/api/v2/append-poll'
const MODEL = { brand: 'Nordwind', model: 'T3' }
const OF_MODEL = [MODEL.brand, MODEL.model]
/** The temperature of the coil at which a defrost ends, in a register of its own. */
const POLL_END = [...OF_MODEL, 'defrosts', 'Defrosts', '03 03 58 00 01', 7, false, true, '1']
const END_NODE = ['Defrost end', '°C', '1', 'i16', '0', '0', '10', '1', 'other', 'p. 14']
const frame = (text: string) => [text, text, false, true, true]
/** From 0 to 20 °C, usual are 4 to 12: one of these takes no second person. */
const WRITE_END = [
  ...[...OF_MODEL, 'defrost-end', 'Defrost end', ...frame('06 03 58 VV VV')],
  ...['other', 'Defrost end', null, 0, 20, 4, 12, 'defrost'],
]

/** The thermostat gets a further parameter, of the group defrost, in a version that a second person agreed to. */
export async function publishDefrostEnd({ server }: WriteServer): Promise<void> {
  const sure = async (as: string, method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await server.send(method, `${TABLES}/${path}`, { as, ...(body && { body }) })
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body
  }
  await sure('admin', 'POST', 'poll-mid', { mids: [POLL_END] })
  const polls = await sure('admin', 'GET', `poll-mid?brand=${MODEL.brand}`)
  const { mid } = polls.find(({ value }: { value: unknown[] }) => value[2] === POLL_END[2])
  await sure('admin', 'POST', 'poll-uid', { mid, rows: [END_NODE] })
  await sure('admin', 'POST', 'write-mid', { mids: [WRITE_END] })
  await sure('admin', 'POST', 'model-version', { ...MODEL, note: 'how defrosts end', seen: 1 })
  const { waiting } = await sure('admin', 'GET', `model-version?brand=${MODEL.brand}&model=${MODEL.model}`)
  const decision = { ...MODEL, publication: waiting.id, approves: true }
  await sure('second', 'POST', 'model-version/decision', decision)
}

/** Air, defrost, compressor and coil: the freezer of a store is read for all four from now on. */
export async function addCoil(
  { server: { db } }: WriteServer,
  { storeId, freezer: { deviceId, pointListId, pointIds } }: TinyStore,
): Promise<readonly PointId[]> {
  const own = { storeId, deviceId }
  const added = await db
    .insertInto('point')
    .values([
      { ...own, name: 'Compressor', kind: 'compressor', unit: '', position: 2 },
      { ...own, name: 'Coil', kind: 'evaporator_temperature', unit: '°C', position: 3 },
    ])
    .returning(['pointId', 'position'])
    .execute()
  const all = [...pointIds, ...added.sort((a, b) => a.position - b.position).map(({ pointId }) => pointId)]
  await db.updateTable('pointList').set({ valuePoints: all }).where('pointListId', '=', pointListId).execute()
  return all
}

const DAY = 1440
const QUARTER = DAY / 4
/** One run of the compressor and one rest of it. */
const CYCLE = 20
const RUN = 10
const DEFROST_FROM = 120
const DEFROST_UNTIL = 140
/** Until the air is back in its band. */
const COLD_FROM = 160

/** What the four defrosts of the day before noon and of the day from noon on leave the coil at, °C. */
interface DefrostEnds {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** How long the second day goes on, so that 24 hours that begin a while after noon are whole. */
const LONGER = 60

/**
 * Two days of a freezer around noon. In each 6 hours its compressor runs for 10 minutes in every 20, the air 0.1 K a
 * minute colder from −20 °C on and warmer again in the rest, the coil 6 K below it while it runs and 1 K in rests. From 02:00
 * to 02:20 of the 6 hours it defrosts, up to the end that is said; the air of −16 °C is then back at −20 °C in 20 minutes,
 * in which the compressor does not stop.
 */
export async function insertDefrostDays(
  session: Session,
  { storeId, freezer: { deviceId, pointListId } }: TinyStore,
  valuePoints: readonly PointId[],
  periodSeconds: 60 | 300,
  ends: DefrostEnds,
): Promise<void> {
  const db = session.kysely
  await db.updateTable('pointList').set({ periodSeconds }).where('pointListId', '=', pointListId).execute()
  const step = periodSeconds / 60
  const all = Array.from({ length: (2 * DAY + LONGER) / step }, (_, index) => {
    const minute = index * step - DAY
    return { minute, ...readAt(minute, ends) }
  })
  const column = (key: 'air' | 'defrost' | 'compressor' | 'coil') => Float32Array.from(all, (one) => one[key])
  const block = {
    ...{ storeId, deviceId, pointListId, periodSeconds, valuePoints, counterPoints: [], counters: [] },
    at: Float64Array.from(all, ({ minute }) => NOON + minutes(minute)),
    values: [column('air'), column('defrost'), column('compressor'), column('coil')],
    quality: null,
  }
  await writeScans(session, [block], NOON)
}

function readAt(minute: number, { before, after }: DefrostEnds) {
  const ofDay = (minute + DAY) % DAY
  const at = ofDay % QUARTER
  const endC = (minute < 0 ? before : after)[Math.floor(ofDay / QUARTER)] ?? Number.NaN
  if (at >= DEFROST_FROM && at < DEFROST_UNTIL) {
    // warmest at the last reading of the heat
    const left = DEFROST_UNTIL - 1 - at
    return { air: -16 - left / 5, defrost: 1, compressor: 0, coil: endC - 1.5 * left }
  }
  if (at >= DEFROST_UNTIL && at < COLD_FROM) {
    const air = -16 - (at - DEFROST_UNTIL) / 5
    return { air, defrost: 0, compressor: 1, coil: air - 6 }
  }
  const ofCycle = at % CYCLE
  const isOn = ofCycle < RUN
  const air = isOn ? -20 - ofCycle / 10 : -21 + (ofCycle - RUN) / 10
  return { air, defrost: 0, compressor: Number(isOn), coil: air - (isOn ? 6 : 1) }
}
