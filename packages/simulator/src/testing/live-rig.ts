import { type AddressInfo, createServer, type Server } from 'node:net'
import { commandResult } from '@coldkeep/contract/mqtt/command'
import { readMessage } from '@coldkeep/contract/mqtt/envelope'
import { readingsMessage } from '@coldkeep/contract/mqtt/readings'
import { stateMessage } from '@coldkeep/contract/mqtt/state'
import {
  type DownChannel,
  downTopic,
  mayPublish,
  maySubscribe,
  parseUpTopic,
} from '@coldkeep/contract/mqtt/topics'
import type { PointId, TerminalId } from '@coldkeep/domain/ids'
import { type Clock, epochMs } from '@coldkeep/domain/time/instant'
import { Aedes } from 'aedes'
import type { FaultLabel } from '../faults'
import { makeFleet } from '../fleet/make-fleet'
import { generateHistory } from '../history'
import { LiveFleet, type LiveFleetOptions } from '../live'
import type { LiveStore } from '../live/live-terminal'
import { resumeStore, type SavedStore } from '../store-run'
import { modelFiles } from './model-files'

// Two stores that have an hour behind them, and a broker for them.

export const nowMs = Date.parse('2026-11-21T02:00:00Z')
export const fleet = makeFleet({ seed: 4, storeCount: 2, nowMs, models: modelFiles(), withFaults: false })
export const ends = new Map<number, SavedStore>()
for (const part of generateHistory({ fleet, fromMs: nowMs - 3_600_000, toMs: nowMs }))
  if (part.kind === 'store') ends.set(part.storeIndex, part.saved)

const closers: (() => Promise<void>)[] = []

/** What runs is closed after each test, in the reverse order. */
export function closeLater(close: () => Promise<void>): void {
  closers.push(close)
}

export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close()
}

export interface ReceivedMessage {
  terminal: TerminalId
  channel: string
  bytes: Uint8Array
  retain: boolean
}

/** A broker with the terminals' own rights, that keeps what it receives and, if configured to, confirms it. */
export async function startBroker(port = 0) {
  const broker = await Aedes.createBroker({
    authenticate: (client, user, password, done) =>
      done(null, user === client.id && password?.toString() === `secret of ${user}`),
    authorizePublish: (client, packet, done) =>
      done(client && mayPublish(client.id as TerminalId, packet.topic) ? null : new Error('foreign topic')),
    authorizeSubscribe: (client, subscription, done) =>
      done(null, maySubscribe(client.id as TerminalId, subscription.topic) ? subscription : null),
  })
  const received: ReceivedMessage[] = []
  // Grants as a server gives them: what falls due before a slow connection is up is backlog.
  const options = { confirms: true, grants: 8 }
  const say = (terminal: TerminalId, channel: DownChannel, content: object) =>
    broker.publish(
      {
        cmd: 'publish',
        topic: downTopic(terminal, channel),
        payload: Buffer.from(JSON.stringify(content)),
        qos: 0,
        retain: false,
        dup: false,
      },
      () => undefined,
    )
  broker.on('publish', (packet, client) => {
    const topic = parseUpTopic(packet.topic)
    if (!topic) return
    const bytes = Buffer.from(packet.payload)
    received.push({ ...topic, bytes, retain: packet.retain })
    if (!client || topic.channel === 'st' || !options.confirms) return
    const read = readMessage(topic.channel === 'res' ? commandResult : readingsMessage, bytes)
    if (!read.ok) return
    const ack = {
      v: 1,
      e: read.value.e,
      s: [[read.value.s, read.value.s]],
      now: 0,
      g: options.grants,
      gx: 60,
    }
    say(topic.terminal, 'ack', ack)
  })
  const server: Server = createServer((socket) => broker.handle(socket))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  let isOpen = true
  const stop = async () => {
    if (!isOpen) return
    isOpen = false
    await new Promise<void>((resolve) => broker.close(resolve))
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  closeLater(stop)
  return { received, options, say, stop, port: (server.address() as AddressInfo).port }
}

/** A clock that lives ten minutes in a second. */
function fastClock(): Clock {
  const startedMs = Date.now()
  return { now: () => epochMs(nowMs + (Date.now() - startedMs) * 600) }
}

/** @param secret other than the broker knows */
export function liveStore(index: number, faults: FaultLabel[] = [], secret?: string): LiveStore {
  const drawn = fleet.stores[index]
  const end = ends.get(index)
  if (drawn === undefined || end === undefined) throw new Error(`the fleet has no store ${index}`)
  const store = { ...drawn, faults }
  let next = 1000 * (index + 1)
  return {
    run: resumeStore(fleet, store, end),
    secret: secret ?? `secret of ${store.terminalId}`,
    pointIds: store.devices.map((device) => device.points.map(() => next++ as PointId)),
    revision: 3,
  }
}

export function startFleet(
  port: number,
  stores: LiveStore[],
  more: Pick<LiveFleetOptions, 'onProblem' | 'updates'> = {},
) {
  const live = new LiveFleet({
    brokerUrl: `mqtt://127.0.0.1:${port}`,
    stores,
    clock: fastClock(),
    spreadMs: 60_000,
    tickMs: 10,
    ...more,
  })
  live.start()
  closeLater(() => live.stop())
  return live
}

export const cyclesOf = (received: ReceivedMessage[], channel = 'live') =>
  received
    .filter((message) => message.channel === channel)
    .flatMap((message) => {
      const read = readMessage(readingsMessage, message.bytes)
      return read.ok ? [{ terminal: message.terminal, ...read.value }] : []
    })

export const statesOf = (received: ReceivedMessage[]) =>
  received
    .filter((message) => message.channel === 'st')
    .flatMap((message) => {
      const read = readMessage(stateMessage, message.bytes)
      return read.ok ? [{ terminal: message.terminal, retain: message.retain, ...read.value }] : []
    })
