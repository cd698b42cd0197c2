import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UpChannel } from '@coldkeep/contract/mqtt/topics'
import { defaultLimits } from '@coldkeep/domain/intake/terminal-limits'
import fc from 'fast-check'
import { pino } from 'pino'
import { upsertLateDays } from '../analysis/due-day-queries'
import { openHandovers } from '../commands/handovers'
import { loadFieldKeys } from '../commands/keys'
import type { Database } from '../db/connect'
import { startDispatch } from '../dispatch/dispatch'
import { timeSender } from '../dispatch/send-time'
import { storeResults } from '../dispatch/store-results'
import { embeddedBroker } from '../ingest/embedded-broker'
import { startIngest } from '../ingest/start-ingest'
import { selectCredential } from '../terminals/credential-queries'
import { connectTerminal, cycleMessage } from './ingest-rig'
import { madeUpMessages } from './made-up-messages'
import type { TestServer } from './test-server'
import type { TinyStore } from './tiny-fleet'

export interface IntakeFuzz {
  readonly messages: number
  readonly byChannel: Readonly<Record<UpChannel, number>>
  /** Put aside, as the metrics count them. */
  readonly quarantined: number
  /** Cycles of the honest terminal, all acknowledged when this is told. */
  readonly honest: number
  /** Lines of the log that tell of an error: what cannot be stored, loops that failed. */
  readonly errors: readonly string[]
}

/** Of an honest terminal one cycle for so many made-up messages. */
const HONEST_EVERY = 50
/** As quick as a test can send: what a terminal may take is tried elsewhere. */
const noLimits = {
  ...defaultLimits,
  messagesPerSecond: 1e9,
  messageBurst: 1e9,
  bytesPerSecond: 1e12,
  byteBurst: 1e12,
}

/** Broker, intake and dispatch beside the HTTP side of a server, on its database. */
export async function startIntake(server: TestServer, database: Database) {
  const { clock, db, alarms, metrics } = server
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) })
  const dataFolder = mkdtempSync(join(tmpdir(), 'coldkeep-intake-'))
  const keys = loadFieldKeys(dataFolder)
  if (!keys.ok) throw new Error(keys.problem)
  const handovers = openHandovers(dataFolder, keys.value, clock.now())
  if (!handovers.ok) throw new Error(handovers.problem)
  const findCredential = (terminal: Parameters<typeof selectCredential>[1]) => selectCredential(db, terminal)
  const broker = embeddedBroker({ host: '127.0.0.1', port: 0, findCredential, clock, log, limits: noLimits })
  const dispatch = startDispatch({
    ...{ db, source: broker, keys: keys.value, handovers: handovers.value, clock, log },
  })
  const ingest = await startIngest({
    ...{ database, source: broker, alarms, clock, log, metrics: metrics.ingest, storeResults },
    markLateDays: upsertLateDays,
    appeared: (terminal, appearance) => dispatch.appeared(terminal, appearance),
    requestedTime: timeSender({ source: broker, keys: keys.value, clock, log }),
  })
  return {
    broker,
    ingest,
    dispatch,
    errors,
    async close() {
      await dispatch.close()
      await ingest.close()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

export interface FuzzParties {
  readonly hostile: TinyStore
  readonly honest: TinyStore
  /** Whose points the hostile one names beside its own. */
  readonly foreign: TinyStore
  /** What it says that it has carried out. */
  readonly commandIds: readonly string[]
}

export type Intake = Awaited<ReturnType<typeof startIntake>>

/**
 * One terminal says whatever comes to its mind, on all its channels, while an honest one sends its cycles. Settles when
 * all that can be answered is answered, the honest cycles all of them, and the loops have had another turn.
 */
export async function fuzzIntake(
  { clock, metrics }: TestServer,
  intake: Intake,
  { hostile, honest, foreign, commandIds }: FuzzParties,
  { messages, seed }: { messages: number; seed: number },
): Promise<IntakeFuzz> {
  const bad = await connectTerminal(intake.broker.port(), hostile.terminalId)
  const good = await connectTerminal(intake.broker.port(), honest.terminalId)
  const pointIds = [hostile, foreign].flatMap(({ freezer, meter }) => [
    ...freezer.pointIds,
    ...meter.pointIds,
  ])
  const arbitrary = madeUpMessages({ now: clock.now(), pointIds, commandIds })
  const byChannel: Record<UpChannel, number> = { st: 0, live: 0, back: 0, evt: 0, res: 0 }
  let cycles = 0
  const made = fc.sample(arbitrary, { numRuns: messages, seed })
  for (let first = 0; first < made.length; first += HONEST_EVERY) {
    cycles++
    const at = clock.now() - cycles * 1000
    const some = made.slice(first, first + HONEST_EVERY)
    for (const { channel } of some) byChannel[channel]++
    await Promise.all([
      ...some.map(({ channel, bytes }) => bad.say(channel, bytes)),
      good.say('live', cycleMessage(cycles, at, [[honest.freezer.pointIds[0], 0, -20]])),
    ])
  }
  for (let sequence = 1; sequence <= cycles; sequence++) await good.acknowledged(sequence)
  // what it says last is answered too, so nothing of it is left in a queue
  const last = 2_000_000
  await bad.say('live', cycleMessage(last, clock.now(), []))
  await bad.say('evt', { ...cycleMessage(last + 1, 0, []), at: clock.now(), kind: 'start', detail: {} })
  for (const sequence of [last, last + 1]) await bad.acknowledged(sequence)
  for (let turn = 0; turn < 2; turn++) {
    await intake.ingest.flush()
    await intake.dispatch.round()
  }
  for (const { client } of [bad, good]) await client.endAsync(true)
  const { values } = await metrics.ingest.quarantined.get()
  const quarantined = values.reduce((sum, { value }) => sum + value, 0)
  return { messages, byChannel, quarantined, honest: cycles, errors: [...intake.errors] }
}
