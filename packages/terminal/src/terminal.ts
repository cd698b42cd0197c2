import { randomBytes } from 'node:crypto'
import { programType } from '@coldkeep/contract/mqtt/release'
import type { Reading } from '@coldkeep/domain/points/reading'
import type { ConsentMode } from '@coldkeep/domain/screens/consent'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import program from '../package.json' with { type: 'json' }
import { chooseConfiguration } from './bundle/choose-configuration'
import { type Configuration, Polling } from './bundle/polling'
import { openBus } from './bus/open-buses'
import { Cameras } from './camera/cameras'
import { type FieldStore, openFieldStore } from './command/field-store'
import { type Commands, openCommands } from './command/open-commands'
import type { ServerAccess } from './command/server-request'
import { Forward } from './link/forward'
import { Heartbeat } from './link/heartbeat'
import { type LinkEvents, MqttLink, type ReportedState } from './link/mqtt-link'
import { type Journal, openJournal } from './outbox/journal'
import { Outbox, type Waiting } from './outbox/outbox'
import { BusStatistics } from './polling/bus-statistics'
import { PollLoop } from './polling/poll-loop'
import { SilentDevices } from './polling/silent-devices'
import { StatisticsLoop } from './polling/statistics-loop'
import { openScreen } from './screen/open-screen'
import type { Setup } from './settings/read-setup'
import { ClockJumps } from './time/clock-jumps'
import { ClockTrust } from './time/clock-trust'
import type { Timekeeper } from './time/timekeeper'
import type { RunningProgram } from './update/installer'
import { ShowWell } from './update/show-well'
import type { Supervision } from './update/supervision'

export interface TerminalParts {
  readonly setup: Setup
  readonly time: Timekeeper
  readonly log: Logger
  /** From 0 up to 1, for the waits between connection attempts. */
  readonly random: () => number
  /** Ends the program, which is then started again; left out where nothing would. */
  readonly restartProgram?: () => void
  /** Left out where the program was started by hand: then it cannot be replaced. */
  readonly supervision?: Supervision | null
}

const BOOT_BYTES = 8

/** A terminal at work. */
export interface LiveTerminal {
  readonly isConnected: boolean
  /** Messages that the server has not confirmed. */
  readonly waiting: Waiting
  /** Finishes the frames in flight, signs off from the broker and closes the outbox. */
  stop(): Promise<void>
}

/** Polls, keeps and forwards until it is stopped. */
export async function startTerminal(parts: TerminalParts): Promise<LiveTerminal> {
  const { setup, time, log, random, supervision = null } = parts
  const { settings, ca, dataFolder } = setup
  const running = { version: program.version, boot: randomBytes(BOOT_BYTES).toString('hex') }
  let { secret } = setup
  const startedMs = time.elapsedMs()
  const clockTrust = new ClockTrust(time, log)
  let wayOut: Forward | null = null
  const outbox = await Outbox.open({
    folder: dataFolder,
    time,
    log,
    isClockTrusted: () => clockTrust.isTrusted,
    // what comes before there is a way out is kept in the outbox
    onEvent: (row) => wayOut?.offer(row),
  })
  if (outbox.newestAt !== null) clockTrust.raiseEarliest(outbox.newestAt)
  const forward: Forward = new Forward({
    outbox,
    time,
    log,
    clockTrust,
    publish: (channel, body) => link.publish(channel, body),
  })
  wayOut = forward
  const heartbeat = new Heartbeat(time, (minute) => void journal.keep(minute, []))
  const link = new MqttLink(
    {
      terminalId: settings.terminalId,
      brokerUrls: settings.brokerUrls,
      get secret() {
        return secret
      },
      ca,
      time,
      log,
      random,
      state: () =>
        stateOf({
          outbox,
          polling,
          commands,
          upMs: time.elapsedMs() - startedMs,
          boot: running.boot,
          canUpdate: (supervision?.root ?? null) !== null,
          consent: settings.screen?.consent ?? null,
          cameras: (settings.cameras ?? []).map(({ id, name }) => ({ id, name })),
        }),
    },
    linkEvents({
      heartbeat,
      forward,
      commands: () => commands,
      connected: () => supervision?.report('connected'),
    }),
  )
  const journal = openJournal({ outbox, forward, heartbeat, link, time, log, polling: () => polling })
  const { jumps, silentDevices } = watchSurroundings(journal, { time, log })
  const store = await openFieldStore(dataFolder, time, log)
  const configuration = await configurationOf(parts, store)
  const polling: Polling = openPolling(configuration, parts, {
    clockTrust,
    silentDevices,
    deliver: journal.keep,
    cyclePolled: () => showWell?.cyclePolled(),
  })
  const showWell =
    supervision &&
    new ShowWell({
      time,
      nextCycleAt: () => polling.nextCycleAt(time.now()),
      hasDiskTrouble: () => outbox.hasDiskTrouble,
      well: () => supervision.report('well'),
    })
  const server: ServerAccess | null =
    settings.serverUrl === undefined
      ? null
      : { url: settings.serverUrl, ca, user: settings.terminalId, secret: () => secret }
  const screen = await openScreen({ setup, server, time, log })
  const cameras = new Cameras({ setup, server, time, log })
  const commands =
    store &&
    (await openCommands({
      setup,
      store,
      polling,
      outbox,
      time,
      clockTrust,
      log,
      secret: () => secret,
      offer: (row) => forward.offer(row),
      changed: () => link.reportState(),
      secretChanged(next) {
        secret = next
      },
      reconnect: () => link.reconnect(),
      restartProgram: parts.restartProgram ?? null,
      running,
      supervision,
      server,
      screens: screen.sessions,
      cameras,
    }))
  await journal.report('start', { version: program.version, revision: polling.revision })
  await journal.reportLeftOut()
  log.info(
    { terminalId: settings.terminalId, revision: polling.revision, version: program.version },
    'started',
  )
  link.start()
  heartbeat.start()
  polling.start()
  jumps.start()
  showWell?.start()

  return {
    get isConnected() {
      return link.isConnected
    },
    get waiting() {
      return outbox.waiting
    },
    async stop() {
      heartbeat.stop()
      jumps.stop()
      showWell?.stop()
      await screen.close()
      cameras.stop()
      await Promise.all([polling.stop(), commands?.stop()])
      await journal.report('stop', {})
      await link.stop()
      const { count } = outbox.waiting
      await outbox.close()
      await store?.setRunning(false)
      await store?.close()
      log.info({ waiting: count }, 'stopped')
    },
  }
}

/** Passes what comes over the link to the part that handles it; commands only where there are any. */
function linkEvents({
  heartbeat,
  forward,
  commands,
  connected,
}: {
  readonly heartbeat: Heartbeat
  readonly forward: Forward
  readonly commands: () => Commands | null
  connected(): void
}): LinkEvents {
  return {
    connected() {
      connected()
      heartbeat.connectionChanged(true)
      forward.connected()
    },
    disconnected() {
      heartbeat.connectionChanged(false)
      forward.disconnected()
    },
    acknowledged: (message) => void forward.acknowledged(message),
    noticed: (message) => forward.noticed(message),
    commandReceived: (bytes) => void commands()?.receive(bytes),
    desiredChanged: (bytes) => void commands()?.receiveDesired(bytes),
    keysReceived: (bytes) => void commands()?.receiveKeys(bytes),
    timeReceived: (bytes) => commands()?.receiveTime(bytes),
  }
}

/** Reports that the clock was set, and devices that fall silent or answer again. */
function watchSurroundings(journal: Journal, { time, log }: Pick<TerminalParts, 'time' | 'log'>) {
  const jumps = new ClockJumps(time, ({ at, expectedAt }) => {
    log.warn({ from: new Date(expectedAt).toISOString(), to: new Date(at).toISOString() }, 'clock was set')
    void journal.report('clock', { from: expectedAt, to: at, by_ms: at - expectedAt })
  })
  const silentDevices = new SilentDevices(log, (key, state) => {
    const [port = '', unit] = key.split('/')
    void journal.report('device', { port, unit: Number(unit), state })
  })
  return { jumps, silentDevices }
}

/** What the broker keeps of this terminal. */
function stateOf({
  outbox,
  polling,
  commands,
  upMs,
  boot,
  canUpdate,
  consent,
  cameras,
}: {
  readonly outbox: Outbox
  readonly polling: Polling
  readonly commands: Commands | null
  readonly upMs: number
  readonly boot: RunningProgram['boot']
  readonly canUpdate: boolean
  readonly consent: ConsentMode | null
  readonly cameras: NonNullable<ReportedState['cams']>
}): ReportedState {
  return {
    prog: program.version,
    ...(canUpdate && { type: programType(process.platform, process.arch) }),
    boot,
    cfg: polling.revision,
    q: { n: outbox.waiting.count, old: outbox.waiting.oldestAt },
    up: Math.round(upMs / 1_000),
    // an order can be carried out by who takes orders alone
    ...(commands && consent !== null && { scr: consent }),
    ...(commands && cameras.length > 0 && { cams: cameras }),
    ...(outbox.hasDiskTrouble && { err: ['E_DISK'] }),
    ...(commands && { keys: [...commands.keyNames], ask: commands.nextNonce() }),
  }
}

/** That of the settings file, unless the server has sent one that is kept here. */
async function configurationOf(
  { setup, time, log }: TerminalParts,
  store: FieldStore | null,
): Promise<Configuration> {
  const { settings, scripts, leftOut } = setup
  const { terminalId, revision, ports, statistics = null } = settings
  const fromFile = { revision, ports, scripts, statistics, leftOut }
  return store === null ? fromFile : chooseConfiguration(store, fromFile, { terminalId, time, log })
}

interface PollingNeeds {
  readonly clockTrust: ClockTrust
  readonly silentDevices: SilentDevices
  cyclePolled(): void
  deliver(at: EpochMs, readings: readonly Reading[], revision?: number): Promise<void>
}

/** The polling of a configuration; each later one gets loops and buses of its own. */
function openPolling(
  configuration: Configuration,
  { setup, time, log }: TerminalParts,
  { clockTrust, silentDevices, deliver, cyclePolled }: PollingNeeds,
): Polling {
  const { terminalId, statistics: ofFile } = setup.settings
  const statistics = new BusStatistics()
  return new Polling(configuration, {
    time,
    openBus: (port) => openBus(port, setup, log),
    makeLoop: ({ revision, scripts }, buses) =>
      new PollLoop(scripts, {
        buses,
        silentDevices,
        statistics,
        clockTrust,
        time,
        log,
        deliver: (at, readings) => deliver(at, readings, revision),
        cyclePolled,
      }),
    makeCounting({ statistics: own }) {
      const settings = own ?? ofFile
      if (settings === undefined) return null
      return new StatisticsLoop({ terminalId, settings, statistics, clockTrust, time, deliver })
    },
  })
}
