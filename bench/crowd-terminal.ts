import { type EpochMs, later } from '@coldkeep/domain/time/instant'
import { Forward } from '@coldkeep/terminal/link/forward'
import { Heartbeat } from '@coldkeep/terminal/link/heartbeat'
import { MqttLink } from '@coldkeep/terminal/link/mqtt-link'
import { reconnectDelayMs } from '@coldkeep/terminal/link/reconnect-delay'
import { Outbox } from '@coldkeep/terminal/outbox/outbox'
import { type OutboxRow, rowKey } from '@coldkeep/terminal/outbox/outbox-row'
import { gridOf, latestOnGrid, nextOnGrid } from '@coldkeep/terminal/polling/grid'
import { ClockTrust } from '@coldkeep/terminal/time/clock-trust'
import { systemTime } from '@coldkeep/terminal/time/system-time'
import { pino } from 'pino'
import {
  airOf,
  cycleMessage,
  DEVICES,
  PERIOD_SECONDS,
  POINTS,
  READINGS_PER_MESSAGE,
  SECRET,
  terminalOf,
} from './polled-fleet'

const silent = pino({ level: 'silent' })
const WARM_C = 5
/** Every so many cycles one of the devices of a store is too warm. */
const WARM_EVERY = 60

/** Counts over all terminals of the crowd. */
export interface CrowdCounts {
  readings: number
  messages: number
  /** Handed to the link, again where no one had confirmed. */
  published: number
  acknowledged: number
  /** Milliseconds from the offer of a cycle made on the line to its acknowledgement. */
  latencies: number[]
}

/** A terminal whose cycles are made up; everything after that is the terminal's own code. */
export interface CrowdTerminal {
  readonly isConnected: boolean
  readonly waiting: number
  /** Connects to the broker after the same wait as when a server has gone away. */
  connect(spreadSeconds: number): void
  disconnect(): Promise<void>
  startPolling(): void
  stopPolling(): void
  /** Puts the cycles of the minutes before this instant into the outbox. */
  fill(minutes: number, before: EpochMs): Promise<void>
  close(): Promise<void>
}

export interface CrowdTerminalParts {
  readonly store: number
  readonly folder: string
  readonly brokerUrl: string
  readonly counts: CrowdCounts
}

export async function openCrowdTerminal(parts: CrowdTerminalParts): Promise<CrowdTerminal> {
  const { store, counts } = parts
  const terminalId = terminalOf(store)
  const grid = gridOf(terminalId, PERIOD_SECONDS)
  const clockTrust = new ClockTrust(systemTime, silent)
  /** Since when; of a cycle made without a line it does not matter. */
  const unconfirmed = new Map<string, number | null>()
  let link: MqttLink | null = null
  let cancelConnect = () => {}
  let cancelPolling = () => {}
  const outbox: Outbox = await Outbox.open({
    folder: parts.folder,
    time: systemTime,
    log: silent,
    isClockTrusted: () => clockTrust.isTrusted,
    onEvent: (row) => offer(row),
  })
  const forward = new Forward({
    outbox,
    time: systemTime,
    log: silent,
    clockTrust,
    publish(channel, body) {
      counts.published++
      link?.publish(channel, body)
    },
  })
  const heartbeat = new Heartbeat(systemTime, (minute) => void keep(minute, 0))
  heartbeat.start()

  function offer(row: OutboxRow): void {
    counts.messages++
    unconfirmed.set(rowKey(row), link?.isConnected ? performance.now() : null)
    forward.offer(row)
  }

  async function keep(at: EpochMs, devices: number): Promise<void> {
    const row = await outbox.append('readings', at, (epoch, sequence) =>
      cycleMessage(store, { epoch, sequence, at, value: (point) => valueAt(store, at, point), devices }),
    )
    counts.readings += (devices * READINGS_PER_MESSAGE) / DEVICES
    heartbeat.messageMade(at)
    offer(row)
  }

  /** A timer may fire a moment early: the instant of the cycle counts, not the clock. */
  function pollAfter(last: EpochMs): void {
    const at = nextOnGrid(grid, last)
    cancelPolling = systemTime.after(Math.max(0, at - systemTime.now()), () => {
      pollAfter(at)
      void keep(at, DEVICES)
    })
  }

  function openLink(): MqttLink {
    return new MqttLink(
      {
        terminalId,
        brokerUrls: [parts.brokerUrl],
        secret: SECRET,
        ca: null,
        time: systemTime,
        log: silent,
        random: Math.random,
        state: () => ({
          prog: 'bench',
          cfg: 1,
          q: { n: outbox.waiting.count, old: outbox.waiting.oldestAt },
          up: Math.round(process.uptime()),
        }),
      },
      {
        connected() {
          heartbeat.connectionChanged(true)
          forward.connected()
        },
        disconnected() {
          heartbeat.connectionChanged(false)
          forward.disconnected()
        },
        acknowledged(message) {
          for (const [first, last] of message.s) {
            for (let sequence = first; sequence <= last; sequence++)
              confirmed(rowKey({ epoch: message.e, sequence }))
          }
          void forward.acknowledged(message)
        },
        noticed: (message) => forward.noticed(message),
        commandReceived() {},
        keysReceived() {},
        // it carries out no commands, so it never requests the time
        timeReceived() {},
        desiredChanged() {},
      },
    )
  }

  function confirmed(key: string): void {
    const offeredMs = unconfirmed.get(key)
    if (!unconfirmed.delete(key)) return
    counts.acknowledged++
    if (typeof offeredMs === 'number') counts.latencies.push(performance.now() - offeredMs)
  }

  return {
    get isConnected() {
      return link?.isConnected ?? false
    },
    get waiting() {
      return outbox.waiting.count
    },
    connect(spreadSeconds) {
      const waitMs = reconnectDelayMs(1, 'server_gone', spreadSeconds, Math.random)
      cancelConnect = systemTime.after(waitMs, () => {
        link = openLink()
        link.start()
      })
    },
    async disconnect() {
      cancelConnect()
      await link?.stop()
      link = null
    },
    startPolling: () => pollAfter(systemTime.now()),
    stopPolling: () => cancelPolling(),
    async fill(minutes, before) {
      const periodMs = 1_000 * PERIOD_SECONDS
      const last = latestOnGrid(grid, before)
      for (let back = (minutes * 60_000) / periodMs; back > 0; back--)
        await keep(later(last, -back * periodMs), DEVICES)
    },
    async close() {
      cancelPolling()
      heartbeat.stop()
      await outbox.close()
    },
  }
}

/** Air that swings around its set point; a device of some store is too warm at any time. */
function valueAt(store: number, at: EpochMs, point: number): number {
  const minute = Math.floor(at / 60_000)
  if (point % POINTS === 1) return 0
  const isWarm = (minute + store) % WARM_EVERY === 0 && point === airOf(minute % DEVICES)
  return isWarm ? WARM_C : -20 + 3 * Math.sin(minute / 20 + point)
}
