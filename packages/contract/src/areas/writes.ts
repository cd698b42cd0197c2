import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { deviceTypes, temperatureZones } from '@coldkeep/domain/organisation/device'
import { writeEffects } from '@coldkeep/domain/polling/poll-command'
import { approvals, lineStates } from '@coldkeep/domain/writes/line-state'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { line } from '../wire/line'
import { pageNumber, pageSize } from '../wire/page'
import { wireTerminalId } from '../wire/terminal-id'
import { connectionStates } from './devices'

const path = '/api/v2/remote/writes'
const access = ['3-1'] as const

/** Made by the caller, so that the same request twice is one. */
const writeId = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))
const commandCode = line(1, 60)
const reason = line(0, 300)
const risk = z.union([z.literal(1), z.literal(2), z.literal(3)])
const MOST_DEVICES = 200

/** How long a write may wait for its terminal, in minutes. */
const waitMinutes = z.union([z.literal(1), z.literal(10), z.literal(60), z.literal(240)])
export type WaitMinutes = z.output<typeof waitMinutes>

/** Why nothing can be written to a device. */
export const writeHindrances = [
  'no_right',
  'retired',
  'terminal_disabled',
  'simulated',
  'own_file',
  'no_port',
  'unpublished',
  'no_writes',
] as const
export type WriteHindrance = (typeof writeHindrances)[number]

const wireStore = z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string(), zone: z.string() })
const hindrance = z.nullable(z.enum(writeHindrances))

export const listOperableDevices = defineCall({
  method: 'GET',
  path: '/api/v2/remote/devices',
  access,
  summary: 'The devices of a store with the writes that their models carry out.',
  query: z.object({ storeId: as('storeid', wireId<StoreId>()) }),
  answer: z.object({
    store: wireStore,
    devices: z.array(
      z.object({
        id: wireId<DeviceId>(),
        name: z.string(),
        type: z.enum(deviceTypes),
        zone: z.nullable(z.enum(temperatureZones)),
        brand: z.string(),
        model: z.string(),
        hindrance,
        controls: z.array(z.object({ code: commandCode, note: z.string(), effect: z.enum(writeEffects) })),
      }),
    ),
  }),
})

const wireControl = z.object({
  code: commandCode,
  note: z.string(),
  effect: z.enum(writeEffects),
  /** Derived from what goes to the device: the risk follows from it, whatever the row declares. */
  judgedAs: z.enum(writeEffects),
  /** The point that shows the effect, in the caller's language; empty where none does. */
  point: z.string(),
  unit: z.string(),
  takesValue: z.boolean(),
  /** What the point shows afterwards, where no value is taken. */
  setsTo: z.nullable(z.number()),
  lowest: z.nullable(z.number()),
  highest: z.nullable(z.number()),
  /** The least change that the device can represent. */
  step: z.nullable(z.number()),
  /** Inside it no second person is needed. */
  usual: z.nullable(z.object({ low: z.number(), high: z.number() })),
  /** Where the point is published. */
  source: z.string(),
  /** As it was read last; `null` where nothing reads it. */
  present: z.nullable(
    z.object({ value: z.nullable(z.number()), quality: z.int(), at: z.nullable(wireInstant) }),
  ),
})
export type WireControl = z.output<typeof wireControl>

export const getControls = defineCall({
  method: 'GET',
  path: '/api/v2/remote/devices/{deviceid}',
  access,
  summary:
    'What one device can be commanded to do: each write of its published model with present value and bounds.',
  params: z.object({ deviceId: as('deviceid', wireId<DeviceId>()) }),
  answer: z.object({
    id: wireId<DeviceId>(),
    name: z.string(),
    type: z.enum(deviceTypes),
    zone: z.nullable(z.enum(temperatureZones)),
    brand: z.string(),
    model: z.string(),
    /** Note of the model, for the person who writes to it. */
    modelNote: z.string(),
    modelVersion: z.nullable(z.int()),
    unitId: z.int(),
    store: wireStore,
    terminal: z.object({
      id: wireTerminalId,
      state: z.enum(connectionStates),
      since: z.nullable(wireInstant),
    }),
    hindrance,
    controls: z.array(wireControl),
  }),
})

const readValue = z.object({ value: z.nullable(z.number()), quality: z.int(), at: wireInstant })

const wireLine = z.object({
  device: z.object({ id: wireId<DeviceId>(), name: z.string() }),
  terminal: z.nullable(
    z.object({ id: wireTerminalId, state: z.enum(connectionStates), since: z.nullable(wireInstant) }),
  ),
  code: commandCode,
  note: z.string(),
  effect: z.enum(writeEffects),
  point: z.string(),
  unit: z.string(),
  value: z.nullable(z.number()),
  risk,
  state: z.enum(lineStates),
  /** It is above what the memory of the controller is written in a day or a year; `left`: writes of its life. */
  wear: z.nullable(z.object({ above: z.enum(['day', 'year']), most: z.int(), left: z.int() })),
  /** As it was read before the request was made; `null` where nothing had read it. */
  known: z.nullable(readValue),
  /** By the terminal, right before and after the write. */
  before: z.nullable(readValue),
  after: z.nullable(readValue),
  /** In hexadecimal: what goes to the device, and what it answered. */
  request: z.string(),
  packet: z.string(),
  /** In the caller's language: why it failed or cannot be sent. */
  error: z.nullable(z.string()),
  queuedAt: z.nullable(wireInstant),
  expiresAt: z.nullable(wireInstant),
  deliveredAt: z.nullable(wireInstant),
  writtenAt: z.nullable(wireInstant),
  endedAt: z.nullable(wireInstant),
})
export type WireWriteLine = z.output<typeof wireLine>

export const wireWrite = z.object({
  id: writeId,
  store: wireStore,
  risk,
  approval: z.enum(approvals),
  /** For a second person; afterwards it can no longer be approved. */
  approveUntil: z.nullable(wireInstant),
  /** How many people were notified that they may approve it. */
  notified: z.int(),
  note: z.string(),
  createdBy: z.string(),
  /** The caller made it. */
  isOwn: z.boolean(),
  createdAt: wireInstant,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(wireInstant),
  decisionNote: z.string(),
  undoOf: z.nullable(writeId),
  /** Something is still to come. */
  isOpen: z.boolean(),
  canDecide: z.boolean(),
  canWithdraw: z.boolean(),
  canUndo: z.boolean(),
  lines: z.array(wireLine),
})
export type WireWrite = z.output<typeof wireWrite>

export const requestWrite = defineCall({
  method: 'POST',
  path,
  access,
  summary:
    'Writes to devices of one store, each with its own proof. What is risky waits for a second person first.',
  maxBodyBytes: 64 * 1024,
  body: z.object({
    id: writeId,
    storeId: as('store', wireId<StoreId>()),
    devices: z.array(wireId<DeviceId>()).check(z.minLength(1), z.maxLength(MOST_DEVICES)),
    code: commandCode,
    value: z._default(z.nullable(z.number()), null),
    waitMinutes: z._default(waitMinutes, 1),
    note: z._default(reason, ''),
  }),
  answer: wireWrite,
})

/** What a list of writes holds: everything, what waits for a second person, what is under way. */
export const writeStatusFilters = ['all', 'waiting', 'open'] as const

export const listWrites = defineCall({
  method: 'GET',
  path,
  access,
  summary: 'Writes to devices of the own stores with the state of each, newest first.',
  query: z.object({
    storeId: as('storeid', wireIdOrAll<StoreId>()),
    deviceId: as('deviceid', wireIdOrAll<DeviceId>()),
    status: z._default(z.enum(writeStatusFilters), 'all'),
    /** In store, device, what is written, and the account that requested it; case is ignored. */
    search: z._default(line(0, 60), ''),
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageSize, 20),
  }),
  answer: z.object({
    writes: z.array(wireWrite),
    total: z.int(),
    /** That the caller may approve, in all stores. */
    waiting: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})

const params = z.object({ writeId: as('writeid', writeId) })

export const getWrite = defineCall({
  method: 'GET',
  path: `${path}/{writeid}`,
  access,
  summary: 'One write with the proof for each device.',
  params,
  answer: wireWrite,
})

export const decideWrite = defineCall({
  method: 'POST',
  path: `${path}/{writeid}/decision`,
  access,
  summary: 'Approves a write of another account, which sends it, or rejects it with a reason.',
  params,
  body: z
    .object({ approves: z.boolean(), reason: z._default(reason, '') })
    .check(z.refine((decision) => decision.approves || decision.reason !== '', { path: ['reason'] })),
  answer: wireWrite,
})

export const withdrawWrite = defineCall({
  method: 'DELETE',
  path: `${path}/{writeid}`,
  access,
  summary: 'Takes back what has not been sent of a write.',
  params,
  answer: wireWrite,
})

export const undoWrite = defineCall({
  method: 'POST',
  path: `${path}/{writeid}/undo`,
  access,
  summary: 'Writes back the values that stood before, as a new write with the same rules.',
  params,
  body: z.object({ id: writeId, note: z._default(reason, '') }),
  answer: wireWrite,
})
