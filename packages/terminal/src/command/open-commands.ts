import { spawn } from 'node:child_process'
import { PROTOCOL_VERSION, packMessage } from '@coldkeep/contract/mqtt/envelope'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { ApplyBundle } from '../bundle/apply-bundle'
import type { Polling } from '../bundle/polling'
import type { Cameras } from '../camera/cameras'
import { rotateCredential } from '../enrol/rotate-credential'
import type { Outbox } from '../outbox/outbox'
import type { OutboxRow } from '../outbox/outbox-row'
import type { ScreenSessions } from '../screen/screen-sessions'
import type { Setup } from '../settings/read-setup'
import type { ClockTrust } from '../time/clock-trust'
import type { Timekeeper } from '../time/timekeeper'
import { TrustedTime } from '../time/trusted-time'
import { Installer, type RunningProgram } from '../update/installer'
import type { Supervision } from '../update/supervision'
import { CommandRunner, type Operations, type Outcome } from './command-runner'
import { fetchLogs } from './fetch-logs'
import type { Answer, FieldStore } from './field-store'
import { runOnce } from './run-once'
import { runWrite } from './run-write'
import type { ServerAccess } from './server-request'
import { TrustedKeys } from './trusted-keys'

export interface CommandsParts {
  readonly setup: Setup
  readonly store: FieldStore
  readonly polling: Polling
  readonly outbox: Outbox
  readonly time: Timekeeper
  readonly clockTrust: ClockTrust
  readonly log: Logger
  /** The secret in use. */
  readonly secret: () => string
  offer(row: OutboxRow): void
  /** Another configuration is run, other keys are trusted, or the time is needed. */
  changed(): void
  secretChanged(secret: string): void
  /** Reconnects, with the secret that is in use by then. */
  reconnect(): void
  /** Ends the program cleanly; null where nothing would start it again. */
  readonly restartProgram: (() => void) | null
  readonly running: RunningProgram
  /** Null where the program was started by hand. */
  readonly supervision: Supervision | null
  readonly server: ServerAccess | null
  readonly screens: ScreenSessions
  readonly cameras: Cameras
}

/** What the server may order this terminal to do, and how it is done. */
export interface Commands {
  /** A message of `dn/cmd`. */
  receive(bytes: Uint8Array): Promise<void>
  /** A message of `dn/cfg`. */
  receiveDesired(bytes: Uint8Array): Promise<void>
  /** A message of `dn/key`. */
  receiveKeys(bytes: Uint8Array): Promise<void>
  /** A message of `dn/time`. */
  receiveTime(bytes: Uint8Array): void
  /** The nonce with which the next state requests the time. */
  nextNonce(): string
  /** Names of the keys whose commands are carried out. */
  readonly keyNames: readonly string[]
  /** Waits for the command that is being carried out. */
  stop(): Promise<void>
}

/** Settles what the last run left open; then commands may be taken. */
export async function openCommands(parts: CommandsParts): Promise<Commands> {
  const { setup, store, polling, time, log } = parts
  const openedMs = time.elapsedMs()
  const { terminalId, commandKeys = [] } = setup.settings
  const { server } = parts
  const apply = new ApplyBundle({ terminalId, server, store, polling, time, log, switched: parts.changed })
  const trusted: TrustedKeys = new TrustedKeys({
    claimed: commandKeys,
    store,
    // the time is signed by a key that may have to be learned first
    now: () => trustedTime.now() ?? (parts.clockTrust.isSet ? time.now() : null),
    log,
  })
  const trustedTime = new TrustedTime({
    terminalId,
    trusted,
    time,
    log,
    requestNow: parts.changed,
    timeReported(serverAt, requestedMs) {
      const openedAt = epochMs(Math.ceil(serverAt - (requestedMs - openedMs)))
      store.recordOpened(openedAt).catch((error: unknown) => {
        log.error({ code: 'E_DISK', err: error }, 'the age of the store cannot be noted')
      })
    },
  })
  const now = () => trustedTime.now() ?? time.now()
  const endings = new Map<string, () => void>()
  const installer = new Installer({
    running: parts.running,
    dataFolder: setup.dataFolder,
    supervision: parts.supervision,
    server,
    store,
    now,
    time,
    log,
  })
  const operations = operationsOf(parts, { apply, server, endings, installer, now })
  const report = async (id: string, answer: Answer) => {
    const row = await parts.outbox.append('result', answer.at, (epoch, sequence) =>
      packMessage({ v: PROTOCOL_VERSION, e: epoch, s: sequence, id, ...answer }),
    )
    parts.offer(row)
  }
  const runner = new CommandRunner({
    terminalId,
    trusted,
    store,
    operations,
    resume: (id, op) => (op === 'fw.install' ? installer.resume(id) : null),
    time,
    trustedTime,
    log,
    report,
    settled(id) {
      endings.get(id)?.()
      endings.delete(id)
    },
  })
  await runner.recover()
  return {
    receive: (bytes) => runner.receive(bytes),
    receiveDesired: (bytes) => runner.receiveDesired(bytes),
    async receiveKeys(bytes) {
      if (await trusted.receive(bytes)) parts.changed()
    },
    receiveTime: (bytes) => trustedTime.receive(bytes),
    nextNonce: () => trustedTime.nextNonce(),
    get keyNames() {
      return trusted.names
    },
    async stop() {
      apply.stop()
      installer.stop()
      trustedTime.stop()
      await runner.stop()
    },
  }
}

interface OperationNeeds {
  readonly apply: ApplyBundle
  readonly server: ServerAccess | null
  readonly installer: Installer
  /** By the server's clock, where it is known. */
  now(): EpochMs
  /** By command: what is done once its end is settled. */
  readonly endings: Map<string, () => void>
}

/** What each command does. */
function operationsOf(
  parts: CommandsParts,
  { apply, server, endings, installer, now }: OperationNeeds,
): Operations {
  const { setup, polling, time, clockTrust } = parts
  const { terminalId } = setup.settings
  return {
    'cfg.apply': (address, report, { id }) => apply.apply(address, report, id),
    'run.once': ({ script }) =>
      runOnce(script, { terminalId, ports: polling.ports, buses: polling.buses, time, clockTrust }),
    write: (arg, report, { isLate }) => runWrite(arg, { polling, time, reportProgress: report, isLate }),
    'log.fetch': (arg) => fetchLogs(arg, setup.logFolder, server),
    'cred.rotate': async ({ token }, _, { id }) => {
      const outcome = await rotate(token, parts)
      // reported over the current connection, which was opened with the old secret
      if (outcome.st === 'done') endings.set(id, parts.reconnect)
      return outcome
    },
    restart: async ({ what }, _, { id }) => {
      const end = what === 'program' ? parts.restartProgram : boxRestart(parts)
      if (end === null)
        return { st: 'refused', err: { code: 'E_NOT_ALLOWED', text: `no way to restart the ${what}` } }
      endings.set(id, end)
      return { st: 'done' }
    },
    'fw.install': installer.install,
    'screen.open': (order, _, { id }) => parts.screens.open(order, id),
    'camera.snapshot': (order) => parts.cameras.order(order, now),
  }
}

async function rotate(token: string, { setup, secret, secretChanged }: CommandsParts): Promise<Outcome> {
  const { settings, ca, credentialPath, isInsecureAllowed } = setup
  const { terminalId, serverUrl } = settings
  if (serverUrl === undefined) {
    return { st: 'refused', err: { code: 'E_NO_SERVER', text: 'no address of the server is known' } }
  }
  const rotated = await rotateCredential({
    serverUrl,
    isInsecureAllowed,
    ca,
    terminalId,
    token,
    secret: secret(),
    credentialPath,
  })
  if (!rotated.ok) return { st: 'failed', err: { code: 'E_FETCH', text: rotated.problem.slice(0, 500) } }
  secretChanged(rotated.value)
  return { st: 'done' }
}

function boxRestart({ setup, log }: CommandsParts): (() => void) | null {
  const [program, ...words] = setup.settings.restartBoxCommand ?? []
  if (program === undefined) return null
  return () => {
    const child = spawn(program, words, { stdio: 'ignore' })
    child.on('error', (error) => log.error({ err: error }, 'the box could not be restarted'))
  }
}
