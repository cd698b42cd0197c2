import { setTimeout as delay } from 'node:timers/promises'
import { hours, seconds } from '@coldkeep/domain/time/instant'
import { outsideBroker } from '@coldkeep/server/ingest/outside-broker'
import type { MessageSource } from '@coldkeep/server/messages/message-source'
import { freePort } from '@coldkeep/server/testing/free-port'
import { findMosquitto, startMosquitto } from '@coldkeep/server/testing/mosquitto'
import { ManualTime } from '@coldkeep/terminal/testing/manual-time'
import { pino } from 'pino'
import { type Box, drained, polled, startBox } from './box'
import { CleanUps } from './clean-ups'
import { FastTime } from './fast-time'
import { type Extent, fastPace, luckFrom, type Means, type Tally, until } from './fault'
import { Line } from './line'
import { type Site, startSite, storedOf } from './site'

const CUT_MS = hours(2)
const CUT_STEP_MS = seconds(5)
/** While the server works too, which takes its own time. */
const STEP_MS = 100

/** In virtual time: the box polls on, and sends all of it when the line is repaired. */
export async function lineCut(
  { boxes: count, periodSeconds, times }: Extent,
  { database }: Means,
): Promise<Tally[]> {
  await using cleanUps = new CleanUps()
  const time = new ManualTime(Date.now())
  const site = cleanUps.use(await startSite(database, time, count))
  const line = cleanUps.use(await Line.to(site.port))
  const boxes = await startBoxes(site, { cleanUps, brokerPort: line.port, periodSeconds, timeOf: () => time })
  let isOver = false
  let stepMs = STEP_MS
  const passing = (async () => {
    while (!isOver) {
      await time.pass(stepMs)
      await delay(1)
    }
  })()
  for (let cut = 0; cut < times; cut++) {
    await until(() => boxes.every(({ terminal }) => terminal.isConnected), 'boxes connected')
    await polled(boxes, 1)
    line.cut()
    const cutAt = time.now()
    stepMs = CUT_STEP_MS
    await until(() => time.now() >= cutAt + CUT_MS, 'two hours over')
    stepMs = STEP_MS
    line.repair()
  }
  await drained(boxes, time)
  isOver = true
  await passing
  return tallies(site, boxes)
}

/** The separate broker is killed with all that it holds, and started again. */
export async function brokerRestarted(
  { boxes: count, periodSeconds, times }: Extent,
  { database }: Means,
): Promise<Tally[]> {
  const program = findMosquitto()
  if (program === null) throw new Error('mosquitto is not installed')
  await using cleanUps = new CleanUps()
  const pace = fastPace()
  const port = await freePort()
  let broker = await startMosquitto(program, port)
  cleanUps.add(() => broker.kill('SIGKILL'))
  const url = `mqtt://127.0.0.1:${port}`
  const source = outsideBroker({ url, log: pino({ level: 'silent' }), retryMs: 50 })
  const site = cleanUps.use(await startSite(database, new FastTime(pace), count, () => source))
  await until(() => source.isServing(), 'broker serves')
  const timeOf = () => new FastTime(pace)
  const boxes = await startBoxes(site, { cleanUps, brokerPort: port, periodSeconds, timeOf })
  for (let time = 0; time < times; time++) {
    await until(() => boxes.every(({ terminal }) => terminal.isConnected), 'boxes connected')
    await polled(boxes, 2)
    broker.kill('SIGKILL')
    await until(() => broker.signalCode !== null, 'broker ended')
    await polled(boxes, 1)
    broker = await startMosquitto(program, port)
    await until(() => source.isServing(), 'broker serves')
  }
  await drained(boxes, timeOf())
  return tallies(site, boxes)
}

/** Messages come twice and in another order, and so do acknowledgements, where they come at all. */
export async function badDelivery(
  { boxes: count, periodSeconds, times }: Extent,
  { database }: Means,
): Promise<Tally[]> {
  await using cleanUps = new CleanUps()
  const pace = fastPace()
  const delivery = { isBad: true }
  const site = cleanUps.use(
    await startSite(database, new FastTime(pace), count, (source) =>
      badly(source, luckFrom(20_261_123), delivery),
    ),
  )
  const timeOf = () => new FastTime(pace)
  const boxes = await startBoxes(site, { cleanUps, brokerPort: site.port, periodSeconds, timeOf })
  await polled(boxes, times)
  for (const { controller } of boxes) controller.hush()
  delivery.isBad = false
  await drained(boxes, timeOf())
  return tallies(site, boxes)
}

/** Two hours ahead and back again, and half a minute back into times that have readings already. */
export async function clockJumps(
  { boxes: count, periodSeconds, times }: Extent,
  { database }: Means,
): Promise<Tally[]> {
  await using cleanUps = new CleanUps()
  const pace = fastPace()
  const site = cleanUps.use(await startSite(database, new FastTime(pace), count))
  const clocks = site.boxes.map(() => new FastTime(pace))
  const boxes = await startBoxes(site, {
    cleanUps,
    brokerPort: site.port,
    periodSeconds,
    timeOf: (index) => clocks[index] as FastTime,
  })
  await until(() => boxes.every(({ terminal }) => terminal.isConnected), 'boxes connected')
  await polled(boxes, 4)
  for (let time = 0; time < times; time++) {
    for (const byMs of [hours(2), -hours(2), -3 * seconds(periodSeconds), 3 * seconds(periodSeconds)]) {
      for (const clock of clocks) clock.setClock(byMs)
      await polled(boxes, 4)
    }
  }
  await drained(boxes, new FastTime(pace))
  return tallies(site, boxes)
}

interface Placing {
  readonly cleanUps: CleanUps
  readonly brokerPort: number
  readonly periodSeconds: number
  readonly timeOf: (index: number) => FastTime | ManualTime
}

function startBoxes(site: Site, { cleanUps, brokerPort, periodSeconds, timeOf }: Placing): Promise<Box[]> {
  return Promise.all(
    site.boxes.map(async (placed, index) =>
      cleanUps.use(await startBox(placed, { brokerPort, periodSeconds, time: timeOf(index) })),
    ),
  )
}

async function tallies(site: Site, boxes: readonly Box[]): Promise<Tally[]> {
  await site.flush()
  return Promise.all(
    site.boxes.map(async ({ terminalId }, index) => ({
      made: boxes[index]?.controller.answered ?? [],
      ...(await storedOf(site.database, terminalId)),
    })),
  )
}

/**
 * Hands over each message up to three times and out of order; of what goes back a fifth is lost, the rest is
 * repeated.
 */
function badly(source: MessageSource, luck: () => number, delivery: { isBad: boolean }): MessageSource {
  const held: (() => void)[] = []
  return {
    ...source,
    start: (onMessage) =>
      source.start((message) => {
        onMessage(message)
        if (!delivery.isBad) return
        if (luck() < 0.5) onMessage(message)
        held.push(() => onMessage(message))
        if (luck() < 0.3) for (const late of held.splice(0).reverse()) late()
      }),
    async publish(...args) {
      if (!delivery.isBad) return source.publish(...args)
      if (luck() < 0.2) return
      await source.publish(...args)
      if (luck() < 0.5) await source.publish(...args)
    },
  }
}
