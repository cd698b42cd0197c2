import type { DepartmentId, DeviceId, PointId, QuarantineId, StoreId } from '@coldkeep/domain/ids'
import { busKinds } from '@coldkeep/domain/points/point'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { eventKinds } from '../mqtt/event-kind'
import { ingestProblems } from '../mqtt/ingest-problem'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { pageNumber, pageSize } from '../wire/page'
import { wireTerminalId } from '../wire/terminal-id'

/** Why a message is in quarantine. */
export const quarantineReasons = ingestProblems

const wireStore = z.object({
  id: wireId<StoreId>(),
  code: z.string(),
  name: z.string(),
  /** IANA zone. */
  zone: z.string(),
})

export const busHealth = defineCall({
  method: 'GET',
  path: '/api/v2/bus-health',
  access: ['3-2'],
  cost: 'heavy',
  summary: 'How the requests to each device went in the last 24 hours, worst first, at most 200 devices.',
  query: z.object({
    departmentId: as('depart', wireIdOrAll<DepartmentId>()),
    storeId: as('storeid', wireIdOrAll<StoreId>()),
  }),
  answer: z.object({
    from: wireInstant,
    until: wireInstant,
    /** Devices whose terminal counts requests, those that are not shown included. */
    total: z.int(),
    devices: z.array(
      z.object({
        id: wireId<DeviceId>(),
        name: z.string(),
        unitId: z.int(),
        store: wireStore,
        terminalId: as('terminal', wireTerminalId),
        requests: z.int(),
        answers: z.int(),
        timeouts: z.int(),
        badFrames: z.int(),
        exceptions: z.int(),
        overruns: z.int(),
        /** Mean time to an answer. */
        responseMs: z.nullable(z.number()),
        /** Per hundred requests; `null` where there were none. */
        answerRate: z.nullable(z.number()),
        /** End of the last interval with an answer. */
        answeredAt: z.nullable(wireInstant),
        /** Since when the terminal has given it up; `null` while it is polled as usual. */
        silentSince: z.nullable(wireInstant),
        /** Its points, for the course of the day. */
        points: z.partialRecord(z.enum(busKinds), wireId<PointId>()),
      }),
    ),
  }),
})

const wireQuarantineId = wireId<QuarantineId>()

export const listQuarantine = defineCall({
  method: 'GET',
  path: '/api/v2/quarantine',
  access: ['3-2'],
  summary: 'Messages that could not be stored, newest first, with how many there are for each reason.',
  query: z.object({
    departmentId: as('depart', wireIdOrAll<DepartmentId>()),
    storeId: as('storeid', wireIdOrAll<StoreId>()),
    reason: z._default(z.enum([...quarantineReasons, 'all']), 'all'),
    /** Part of a terminal id, or of a store's name or number. */
    search: as('key', z._default(z.string().check(z.maxLength(80)), '')),
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageSize, 50),
  }),
  answer: z.object({
    messages: z.array(
      z.object({
        id: wireQuarantineId,
        store: wireStore,
        terminalId: as('terminal', wireTerminalId),
        receivedAt: wireInstant,
        /** Last part of the topic. */
        channel: z.string(),
        reason: z.enum(quarantineReasons),
        sizeBytes: z.int(),
      }),
    ),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    counts: z.array(z.object({ reason: z.enum(quarantineReasons), count: z.int() })),
    /** Terminals of which readings came again with other values: the first ones were kept. At most 20. */
    conflicts: z.array(
      z.object({ store: wireStore, terminalId: as('terminal', wireTerminalId), count: z.int() }),
    ),
  }),
})

export const getQuarantined = defineCall({
  method: 'GET',
  path: '/api/v2/quarantine/{id}',
  access: ['3-2'],
  summary: 'One message that could not be stored, as far as it can be read.',
  params: z.object({ id: wireQuarantineId }),
  answer: z.object({
    id: wireQuarantineId,
    reason: z.enum(quarantineReasons),
    /** Start of the cycle, or time of the event; `null` where it cannot be read. */
    at: z.nullable(wireInstant),
    rows: z.nullable(z.int()),
    /** The text of the message, or its bytes in hexadecimal where it is no text; the beginning of a long one. */
    text: z.string(),
    isText: z.boolean(),
    isCut: z.boolean(),
  }),
})

const chosenMessages = z.object({
  ids: z.array(wireQuarantineId).check(z.minLength(1), z.maxLength(100)),
})

/** What became of a message that was read again: all of it stored, a part, or nothing. */
export const releaseOutcomes = ['stored', 'partly', 'refused'] as const
export type ReleaseOutcome = (typeof releaseOutcomes)[number]

export const releaseQuarantined = defineCall({
  method: 'POST',
  path: '/api/v2/quarantine/release',
  access: ['3-2'],
  summary: 'Reads messages again as they came, old ones too, and stores what can be stored. The rest stays.',
  body: chosenMessages,
  answer: z.object({
    results: z.array(
      z.object({
        id: wireQuarantineId,
        outcome: z.enum(releaseOutcomes),
        /** Cycles of devices that are stored now. */
        cycles: z.int(),
        problem: z.nullable(z.enum(quarantineReasons)),
      }),
    ),
  }),
})

export const discardQuarantined = defineCall({
  method: 'POST',
  path: '/api/v2/quarantine/discard',
  access: ['3-2'],
  summary: 'Removes messages that could not be stored, for good.',
  body: chosenMessages,
  answer: z.object({ discarded: z.int() }),
})

export const terminalEvents = defineCall({
  method: 'GET',
  path: '/api/v2/terminals/{terminalid}/events',
  access: ['3-2'],
  summary: 'What a terminal reported besides readings, newest first.',
  params: z.object({ terminalId: as('terminalid', wireTerminalId) }),
  query: z.object({
    kind: z._default(z.enum([...eventKinds, 'all']), 'all'),
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageSize, 50),
  }),
  answer: z.object({
    events: z.array(
      z.object({
        at: wireInstant,
        receivedAt: wireInstant,
        kind: z.enum(eventKinds),
        detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      }),
    ),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})

/** How a terminal gave up readings: it kept one cycle per quarter of an hour, one per hour, or none. */
export const gapManners = ['one_per_15_min', 'one_per_hour', 'dropped'] as const

export const deviceGaps = defineCall({
  method: 'GET',
  path: '/api/v2/device/{deviceid}/gaps',
  access: ['3-2'],
  cost: 'heavy',
  summary: 'Times of which the terminal of a device had to give up readings, at most 40 days and 100 gaps.',
  params: z.object({ deviceId: as('deviceid', wireId<DeviceId>()) }),
  query: z.object({ start: wireInstant, end: wireInstant }),
  answer: z.object({
    gaps: z.array(z.object({ from: wireInstant, to: wireInstant, how: z.enum(gapManners), count: z.int() })),
  }),
})
