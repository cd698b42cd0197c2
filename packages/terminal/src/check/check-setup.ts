import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { everyDownTopic } from '@coldkeep/contract/mqtt/topics'
import mqtt from 'mqtt'
import type { Bus, BusOutcome } from '../bus/bus'
import { describeFault } from '../polling/describe-fault'
import type { PlannedDevice } from '../polling/plan'
import { isAnswer } from '../polling/run-command'
import type { Setup } from '../settings/read-setup'
import { checkCameras } from './check-cameras'

/** One check and its outcome, for the person in front of the box. */
export interface Finding {
  readonly isWell: boolean
  readonly text: string
}

/** How a line is opened; the program's own way. */
export type OpenBuses = (setup: Setup) => ReadonlyMap<string, Bus>

const ROOM_BYTES = 256 * 1024 * 1024
const CONNECT_TIMEOUT_MS = 10_000
const SUBSCRIPTION_REFUSED = 128

/**
 * Checks what the terminal will need, one thing after the other: its disk, every device on every port with
 * one command, a picture of each camera, and the sign-in to each broker address. Signing in ends the connection of a terminal program
 * that runs with the same id; it reconnects on its own.
 */
export async function* checkSetup(setup: Setup, openBuses: OpenBuses): AsyncGenerator<Finding> {
  yield await checkDisk(setup.dataFolder)
  for (const fault of setup.leftOut) yield { isWell: false, text: `${fault.path}: ${describeFault(fault)}` }
  yield* checkDevices(setup, openBuses)
  yield* checkCameras(setup)
  if (setup.settings.takesOver) {
    yield {
      isWell: true,
      text: 'broker: not tried, this box takes a place over and proves itself at its start',
    }
    return
  }
  for (const url of setup.settings.brokerUrls) yield await checkBroker(setup, url)
}

/** The sign-in alone, to one address after the other until one lets this terminal in. */
export async function canSignIn(setup: Setup): Promise<boolean> {
  for (const url of setup.settings.brokerUrls) if ((await checkBroker(setup, url)).isWell) return true
  return false
}

async function checkDisk(folder: string): Promise<Finding> {
  const name = join(folder, `.check-${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = await open(name, 'wx', 0o600)
    await file.write('check')
    await file.sync()
    await file.close()
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    const text = `disk: ${folder} has ${Math.round(free / 1024 ** 2)} MiB free`
    return { isWell: free >= ROOM_BYTES, text: free >= ROOM_BYTES ? text : `${text}, an outage needs more` }
  } catch (error) {
    return { isWell: false, text: `disk: ${folder} cannot be written (${messageOf(error)})` }
  } finally {
    await rm(name, { force: true }).catch(() => {})
  }
}

async function* checkDevices(setup: Setup, openBuses: OpenBuses): AsyncGenerator<Finding> {
  const buses = openBuses(setup)
  const checked = new Set<string>()
  try {
    for (const { portId, devices } of setup.scripts.flatMap((script) => script.ports)) {
      const bus = buses.get(portId)
      if (bus === undefined) throw new Error(`no bus for port ${portId}`)
      for (const device of devices) {
        if (checked.has(device.key)) continue
        checked.add(device.key)
        yield await checkDevice(bus, device)
      }
    }
  } finally {
    await Promise.all([...buses.values()].map((bus) => bus.stop()))
  }
}

async function checkDevice(bus: Bus, { key, name, steps }: PlannedDevice): Promise<Finding> {
  const [step] = steps
  if (step === undefined) throw new Error(`no command polls ${key}`)
  const startedMs = performance.now()
  const outcome = await bus.request({ ...step.request, priority: 'single' })
  const tookMs = Math.round(performance.now() - startedMs)
  const where = `port ${key} ${name}: ${step.commandCode}`
  return isAnswer(outcome)
    ? { isWell: true, text: `${where} answered in ${tookMs} ms${refusalIn(outcome)}` }
    : { isWell: false, text: `${where}: ${faultOf(outcome)}` }
}

function refusalIn(outcome: BusOutcome): string {
  return outcome.kind === 'exception' ? ` with exception ${outcome.exceptionCode}` : ''
}

function faultOf({ kind }: BusOutcome): string {
  if (kind === 'port') return 'E_PORT: the port is missing, not allowed or cannot be opened'
  return kind === 'timeout' ? 'E_TIMEOUT: no answer' : `E_FRAME: not an answer to the question (${kind})`
}

async function checkBroker({ settings, secret, ca }: Setup, url: string): Promise<Finding> {
  const { terminalId } = settings
  const client = mqtt.connect(url, {
    protocolVersion: 4,
    clientId: terminalId,
    username: terminalId,
    password: secret,
    clean: true,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    rejectUnauthorized: true,
    ...(ca && { ca: Buffer.from(ca) }),
  })
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve())
      client.once('error', reject)
      client.once('close', () => reject(new Error('the connection was closed')))
    })
    const [granted] = await client.subscribeAsync(everyDownTopic(terminalId), { qos: 1 })
    const isGranted = granted !== undefined && granted.qos < SUBSCRIPTION_REFUSED
    return isGranted
      ? { isWell: true, text: `link: signed in at ${url}` }
      : { isWell: false, text: `link: ${url} refuses the terminal's own topics` }
  } catch (error) {
    return { isWell: false, text: `link: ${url}: ${messageOf(error)}` }
  } finally {
    client.on('error', () => {})
    client.end(true)
  }
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
