import { epochMs } from '@coldkeep/domain/time/instant'
import { makeVirtualStore, type VirtualStore } from '@coldkeep/simulator/devices/virtual-store'
import { generateHistory, type HistoryPart } from '@coldkeep/simulator/history'
import { LiveFleet } from '@coldkeep/simulator/live'
import { resumeStore, type SavedStore, saveStore, startStore } from '@coldkeep/simulator/store-run'
import { readModels } from './models'
import { demoFleet, FIRST_REVISION } from './planted'
import { demo } from './settings'
import type { FromSimulation, ToSimulation } from './simulation-messages'

// The process that plays the fleet: its past on request, then its present until it is stopped.

const clock = { now: () => epochMs(Date.now()) }
const fleet = demoFleet(Number(process.argv[2]))
const models = readModels()

let history: Generator<HistoryPart, void> | null = null
let live: LiveFleet | null = null
let buses: VirtualStore[] = []

process.on('message', (message: ToSimulation) => {
  void answer(message)
})
// Ctrl-C, and the end of a service, reach the whole group; the parent says when to stop.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit(0))
send({ kind: 'ready' })

async function answer(message: ToSimulation): Promise<void> {
  switch (message.kind) {
    case 'history':
      history = generateHistory({ fleet, ...message })
      return send({ kind: 'part', part: history.next().value ?? null })
    case 'next':
      return send({ kind: 'part', part: history?.next().value ?? null })
    case 'live':
      return send({ kind: 'live', busPorts: await goLive(message) })
    case 'save':
      return send({ kind: 'saved', saved: savedStores() })
    case 'stop':
      return stop()
  }
}

async function goLive({ brokerUrl, updates, saved, stores }: Extract<ToSimulation, { kind: 'live' }>) {
  const runOf = (index: number) => {
    const store = fleet.stores[index]
    if (!store) throw new Error(`The fleet has no store ${index}`)
    const kept = saved.get(index)
    return kept ? resumeStore(fleet, store, kept) : startStore(fleet, store, wholeMinute(clock.now()))
  }
  const byMessages = stores.filter(({ index }) => fleet.stores[index]?.link === 'messages')
  live = new LiveFleet({
    brokerUrl,
    updates,
    clock,
    cycleSeconds: demo.cycleSeconds,
    stores: byMessages.map(({ index, secret, pointIds }) => ({
      run: runOf(index),
      secret,
      pointIds,
      revision: FIRST_REVISION,
    })),
  })
  live.start()
  const ports = new Map<number, number>()
  for (const { index } of stores) {
    if (fleet.stores[index]?.link !== 'modbus') continue
    const bus = makeVirtualStore(runOf(index), models, clock, { framing: 'mbtcp' })
    spoilLine(bus)
    ports.set(index, await bus.listener.start())
    buses = [...buses, bus]
  }
  return ports
}

/** A loose clamp at the hot case of one of the stores: bus health has something to name. */
function spoilLine({ run, devices }: VirtualStore): void {
  if (run.store.country !== 'JP') return
  const hotCase = run.store.devices.findIndex(({ type }) => type === 'hot_case')
  const device = devices[hotCase]
  if (device) device.fault = { kind: 'garbled', everyNth: 4 }
}

async function stop(): Promise<void> {
  const saved = savedStores()
  for (const bus of buses) await bus.listener.stop()
  await live?.stop()
  send({ kind: 'stopped', saved })
}

function savedStores(): Map<number, SavedStore> {
  const saved = new Map<number, SavedStore>(live?.saved())
  for (const { run } of buses) saved.set(run.store.index, saveStore(run))
  return saved
}

function wholeMinute(atMs: number): number {
  return Math.floor(atMs / 60_000) * 60_000
}

function send(message: FromSimulation): void {
  process.send?.(message)
}
