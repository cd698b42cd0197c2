import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@coldkeep/server/db/connect'
import type { MessageSource } from '@coldkeep/server/messages/message-source'
import { Outbox } from '@coldkeep/terminal/outbox/outbox'
import { limitFileSize } from '@coldkeep/terminal/testing/file-size-limit'
import { pino } from 'pino'
import { boxFolder, polled } from './box'
import type { BoxOrder } from './box-program'
import { CleanUps } from './clean-ups'
import type { Controller } from './controller'
import { FastTime } from './fast-time'
import { type Extent, fastPace, luckFrom, type Means, type Tally, until } from './fault'
import type { PlacedBox } from './fleet'
import { Line } from './line'
import { type RunningProgram, startProgram } from './programs'
import { startSite, storedOf } from './site'
import { valuesOf } from './values'

/** The disk is tried again every 30 s. */
const SURELY_TRIED_SECONDS = 45
const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 200

/** Boxes that are programs of their own, and a server in this process. */
interface Scene {
  readonly line: Line
  readonly boxes: readonly KilledBox[]
  readonly luck: () => number
}

interface KilledBox {
  readonly placed: PlacedBox
  readonly controller: Controller
  /** What it had kept before it was killed, or had sent. */
  readonly made: Set<number>
  program: RunningProgram
  /** The end of the power: nothing is said, nothing is written. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** Killed at any moment, and started again. */
export function boxKilled(extent: Extent, means: Means): Promise<Tally[]> {
  return withBoxes(extent, means, async ({ boxes, luck }) => {
    for (let time = 0; time < extent.times; time++) {
      await polled(boxes, 1 + Math.round(3 * luck()))
      for (const box of boxes) await box.kill()
      for (const box of boxes) await box.start()
    }
  })
}

/** Full while the line is cut, so that all waits in memory; then there is room; then the power goes. */
export function boxDiskFull(extent: Extent, means: Means): Promise<Tally[]> {
  return withBoxes(extent, means, async ({ line, boxes }) => {
    for (let time = 0; time < extent.times; time++) {
      await polled(boxes, 2)
      line.cut()
      for (const box of boxes) limitFileSize(1, box.program.child.pid)
      await polled(boxes, 5)
      for (const box of boxes) limitFileSize('unlimited', box.program.child.pid)
      await polled(boxes, Math.ceil(SURELY_TRIED_SECONDS / extent.periodSeconds))
      for (const box of boxes) await box.kill()
      line.repair()
      for (const box of boxes) await box.start()
    }
  })
}

async function withBoxes(
  { boxes: count, periodSeconds }: Extent,
  { database }: Means,
  strike: (scene: Scene) => Promise<void>,
): Promise<Tally[]> {
  await using cleanUps = new CleanUps()
  const pace = fastPace()
  const sent = new Map<string, Set<number>>()
  const site = cleanUps.use(
    await startSite(database, new FastTime(pace), count, (source) => watched(source, sent)),
  )
  const line = cleanUps.use(await Line.to(site.port))
  const boxes: KilledBox[] = []
  for (const placed of site.boxes) {
    const folder = cleanUps.use(await boxFolder(placed, { brokerPort: line.port, periodSeconds }))
    const made = new Set<number>()
    sent.set(placed.terminalId, made)
    const order: BoxOrder = { settingsPath: folder.settingsPath, pace }
    const box: KilledBox = {
      placed,
      controller: folder.controller,
      made,
      program: await startProgram('box-program', order),
      async kill() {
        box.program.child.kill('SIGKILL')
        await box.program.ended
        for (const value of await keptIn(folder.dataFolder, new FastTime(pace))) made.add(value)
      },
      async start() {
        box.program = await startProgram('box-program', order)
      },
    }
    cleanUps.add(() => box.program.child.kill('SIGKILL'))
    boxes.push(box)
  }

  await strike({ line, boxes, luck: luckFrom(20_261_122) })
  for (const box of boxes) {
    box.controller.hush()
    await box.kill()
    await box.start()
  }
  // awaited here: leaving this block ends boxes and server
  return await Promise.all(boxes.map((box) => tallyOf(box, site.database)))
}

/** What was sent or kept comes to the server, however long that takes; what does not is lost. */
async function tallyOf({ placed, made }: KilledBox, database: Database): Promise<Tally> {
  let found = await storedOf(database, placed.terminalId)
  const looksComplete = async () => {
    await delay(LOOK_EVERY_MS)
    found = await storedOf(database, placed.terminalId)
    return new Set(found.stored).size >= made.size
  }
  await until(looksComplete, 'all stored', PATIENCE_MS).catch(() => {})
  return { made, ...found }
}

/** Notes what comes in, whatever becomes of it. */
function watched(source: MessageSource, sent: ReadonlyMap<string, Set<number>>): MessageSource {
  return {
    ...source,
    start: (onMessage) =>
      source.start((message) => {
        for (const value of valuesOf(message.bytes)) sent.get(message.terminal)?.add(value)
        onMessage(message)
      }),
  }
}

/** The readings in the outbox of a box that does not run. */
async function keptIn(folder: string, time: FastTime): Promise<number[]> {
  const log = pino({ level: 'silent' })
  const outbox = await Outbox.open({ folder, time, log, isClockTrusted: () => false })
  const rows = outbox.oldest(Number.MAX_SAFE_INTEGER, () => true)
  await outbox.close()
  return rows.flatMap((row) => valuesOf(row.body))
}
