import { LONGEST_MARK_TEXT, MOST_LINE_POINTS, markColors, markKinds } from '@coldkeep/domain/help-desk/mark'
import { helpOutcomes } from '@coldkeep/domain/help-desk/session'
import type { DeviceId, RepairCaseId, StoreId } from '@coldkeep/domain/ids'
import { temperatureZones } from '@coldkeep/domain/organisation/device'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { line } from '../wire/line'
import { wireTerminalId } from '../wire/terminal-id'
import { wireUuid } from '../wire/uuid'
import { connectionStates } from './devices'
import { wireObserved, wireParameter } from './parameters'
import { wirePhoto } from './photos'
import { wireWrite } from './writes'

const path = '/api/v2/help-desk'
const sessionPath = `${path}/sessions/{session}`
/** Helping; who is helped only has to see the store. */
const access = ['4-2'] as const
const MOST_DEVICES = 50
const MOST_VALUES = 40

const storeId = as('storeid', wireId<StoreId>())
const deviceId = as('device', wireId<DeviceId>())
const params = z.object({ sessionId: as('session', wireUuid) })
const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(1000))

const storeName = z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string(), zone: z.string() })
const deviceName = z.object({ id: wireId<DeviceId>(), name: z.string() })

/** A session as it is called in lists. */
const sessionName = z.object({
  id: as('session', wireUuid),
  store: storeName,
  repairCase: z.object({ id: wireId<RepairCaseId>(), ticket: z.string(), fault: z.string() }),
  by: z.string(),
  /** The caller began it. */
  isOwn: z.boolean(),
  openedAt: wireInstant,
  endedAt: z.nullable(wireInstant),
  outcome: z.nullable(z.enum(helpOutcomes)),
})

export const getHelpStore = defineCall({
  method: 'GET',
  path: `${path}/store`,
  access,
  summary:
    'A store as who helps it needs it: whom to call, how its terminals are connected, its cameras, devices and open cases, and a session that goes on.',
  query: z.object({ storeId }),
  answer: z.object({
    store: z.extend(storeName, {
      phone: z.string(),
      /** The firm that looks after it. */
      maintainer: z.string(),
      note: z.string(),
      securityAccount: as('security', z.string()),
      openedOn: as('opened', z.nullable(z.string())),
      serviceEndsOn: as('serviceend', z.nullable(z.string())),
      taxId: as('taxid', z.string()),
      address: z.string(),
    }),
    terminals: z.array(
      z.object({
        id: wireTerminalId,
        state: z.enum(connectionStates),
        since: z.nullable(wireInstant),
        program: z.nullable(z.string()),
      }),
    ),
    devices: z.array(
      z.extend(deviceName, {
        zone: z.nullable(z.enum(temperatureZones)),
        brand: z.string(),
        model: z.string(),
        isOnline: z.boolean(),
      }),
    ),
    /** As its terminals report them. */
    cameras: z.array(
      z.object({
        terminalId: as('terminal', wireTerminalId),
        id: as('camera', z.string()),
        name: z.string(),
        isOnline: z.boolean(),
      }),
    ),
    /** Of the store, not closed. */
    cases: z.array(
      z.object({
        id: wireId<RepairCaseId>(),
        ticket: z.string(),
        fault: z.string(),
        device: z.nullable(deviceName),
        reportedAt: wireInstant,
      }),
    ),
    session: z.nullable(sessionName),
    /** Of a session: what it costs, what is left for it, and how long the store has been helped so far. */
    activation: z.object({
      price: z.int(),
      left: as('available_points', z.int()),
      used: as('used_points', z.int()),
      minutes: as('usage_minutes', z.int()),
    }),
  }),
})
export type HelpStore = z.output<typeof getHelpStore.answer>
export type HelpCamera = HelpStore['cameras'][number]

const wireMark = z.object({
  id: wireUuid,
  kind: z.enum(markKinds),
  color: z.enum(markColors),
  /** Across and down, in pixels of the picture. */
  points: z.array(z.tuple([z.number(), z.number()])).check(z.minLength(1), z.maxLength(MOST_LINE_POINTS)),
  text: z._default(z.string().check(z.maxLength(LONGEST_MARK_TEXT)), ''),
})

const shownMark = z.extend(wireMark, { by: z.string(), at: wireInstant, isOwn: z.boolean() })
export type ShownMark = z.output<typeof shownMark>

const helpPicture = z.object({
  photo: wirePhoto,
  /** SHA-256 of the picture, in hexadecimal: what is drawn is kept beside it. */
  sha256: z.string(),
  marks: z.array(shownMark),
})
export type HelpPicture = z.output<typeof helpPicture>

/** A picture that was ordered of a camera, and what became of it. */
const pictureOrder = z.object({
  id: wireUuid,
  camera: z.string(),
  state: z.enum(['ordered', 'arrived', 'refused', 'expired']),
  /** In the caller's language, where none came. */
  reason: z.nullable(z.string()),
  orderedAt: wireInstant,
  /** By the clock of its terminal. */
  capturedAt: z.nullable(wireInstant),
  /** The camera has sent the very same picture since then. */
  unchangedSince: z.nullable(wireInstant),
  /** Milliseconds by which the clock of the camera is ahead; `null`: it does not say its time. */
  clockDifferenceMs: z.nullable(z.int()),
  photoId: as('picture', z.nullable(wireUuid)),
})

/** What happened, the newest first. */
const helpEvent = z.object({ at: wireInstant, by: z.string(), lines: z.array(z.string()) })

const session = z.extend(sessionName, {
  devices: z.array(deviceName),
  note: z.string(),
  /** Another text: something has changed. */
  revision: z.string(),
  pictures: z.array(helpPicture),
  /** The newest first; at most 20. */
  orders: z.array(pictureOrder),
  events: z.array(helpEvent),
  writes: z.array(wireWrite),
})
export type HelpSession = z.output<typeof session>

export const listHelpSessions = defineCall({
  method: 'GET',
  path: `${path}/sessions`,
  access: 'signed_in',
  summary: 'Help sessions that go on in the own stores, the newest first; at most 20.',
  answer: z.object({ sessions: z.array(sessionName) }),
})

export const openHelpSession = defineCall({
  method: 'POST',
  path: `${path}/sessions`,
  access,
  status: 201,
  summary:
    'Begins to help a store, for an open case of repair or a new one. Sent twice it is one session; a store is helped by one person at a time.',
  body: z.object({
    id: as('session', wireUuid),
    storeId,
    devices: z.array(wireId<DeviceId>()).check(z.maxLength(MOST_DEVICES)),
    /** `null`: a new one, with `fault`. */
    caseId: as('case', z.nullable(wireId<RepairCaseId>())),
    fault: z._default(z.string().check(z.trim(), z.maxLength(1000)), ''),
  }),
  answer: session,
})

export const getHelpSession = defineCall({
  method: 'GET',
  path: sessionPath,
  access: 'signed_in',
  summary:
    'A help session with its pictures and what is drawn on them, for who helps and for the store. `null` while it is as with the revision that the caller has.',
  params,
  query: z.object({ revision: z.optional(z.string().check(z.maxLength(40))) }),
  answer: z.object({ session: z.nullable(session) }),
})

export const endHelpSession = defineCall({
  method: 'POST',
  path: `${sessionPath}/end`,
  access,
  summary: 'Ends a help session with what came of it; all of it is in the history of its case of repair.',
  params,
  body: z.object({
    outcome: z.enum(helpOutcomes),
    note: z._default(z.string().check(z.trim(), z.maxLength(1000)), ''),
  }),
  answer: session,
})

export const noteInHelp = defineCall({
  method: 'POST',
  path: `${sessionPath}/notes`,
  access,
  summary: 'Writes a note into the record of a help session.',
  params,
  body: z.object({ key: wireUuid, text: words }),
  answer: session,
})

export const orderHelpPicture = defineCall({
  method: 'POST',
  path: `${sessionPath}/pictures`,
  access,
  summary:
    'Has the terminal of a store bring a picture of now of one of its cameras, with what the store masks filled in; it is not older than 10 seconds.',
  params,
  body: z.object({ terminalId: as('terminal', wireTerminalId), cameraId: as('camera', line(1, 16)) }),
  answer: session,
})

const pictureParams = z.object({ sessionId: as('session', wireUuid), photoId: as('picture', wireUuid) })

export const drawMark = defineCall({
  method: 'POST',
  path: `${sessionPath}/pictures/{picture}/marks`,
  access: 'signed_in',
  summary:
    'Draws on a picture of a help session: an arrow, ring, line, number or text. The picture itself stays as it is; the same mark twice is one.',
  params: pictureParams,
  body: wireMark,
  answer: nothing,
})

export const eraseMark = defineCall({
  method: 'DELETE',
  path: `${sessionPath}/pictures/{picture}/marks/{mark}`,
  access: 'signed_in',
  summary: 'Takes something off a picture that the caller has drawn.',
  params: z.extend(pictureParams, { markId: as('mark', wireUuid) }),
  answer: nothing,
})

const tipKey = {
  rule: z.string().check(z.regex(/^[a-z_]{1,40}$/)),
  deviceId: z.nullable(wireId<DeviceId>()),
}

const tip = z.object({
  ...tipKey,
  device: z.nullable(deviceName),
  title: z.string(),
  /** What speaks for it. */
  reasons: z.array(z.string()),
  /** What to do or to look at first. */
  check: z.string(),
  /** Where more of it is seen: the curve of the device, or the page that it comes from. */
  place: z.enum(['device', 'alarms', 'bus_health', 'parameters', 'terminals']),
  /** Key of the question of help. */
  question: z.string(),
  /** What was said in this session; `null`: nothing yet. */
  helped: z.nullable(z.boolean()),
  /** How often it helped, of how often it was judged; `null`: judged too seldom. */
  rate: z.nullable(z.object({ helped: z.int(), judged: z.int() })),
})
export type HelpTip = z.output<typeof tip>

export const listHelpTips = defineCall({
  method: 'GET',
  path: `${sessionPath}/tips`,
  access,
  cost: 'heavy',
  summary:
    'What to try, from open alarms, health, the bus and parameters that changed, in the order in which it is tried, with its reasons.',
  params,
  answer: z.object({ tips: z.array(tip) }),
})

export const judgeHelpTip = defineCall({
  method: 'PUT',
  path: `${sessionPath}/tips`,
  access,
  summary: 'Says whether a suggestion helped; the last word of a session counts.',
  params,
  body: z.object({ ...tipKey, helped: z.boolean() }),
  answer: nothing,
})

export const getHelpParameters = defineCall({
  method: 'GET',
  path: `${sessionPath}/parameters`,
  access,
  summary: 'The parameters of a device with what was last read of each.',
  params,
  query: z.object({ deviceId }),
  answer: z.object({
    values: z.array(z.object({ parameter: wireParameter, observed: z.nullable(wireObserved) })),
  }),
})

const newValue = z.object({ code: line(1, 60), value: z.number().check(z.gte(-1e9), z.lte(1e9)) })

export const writeHelpParameters = defineCall({
  method: 'POST',
  path: `${sessionPath}/parameters`,
  access,
  summary:
    'Writes parameters to a device, those that differ from what was last read, each with its own proof. What is risky waits for a second person.',
  params,
  body: z.object({
    deviceId,
    /** Each becomes a write of this id, so that the same request twice is one. */
    values: z.array(z.extend(newValue, { id: wireUuid })).check(z.minLength(1), z.maxLength(MOST_VALUES)),
    note: z._default(line(0, 300), ''),
  }),
  answer: session,
})

export const saveHelpFile = defineCall({
  method: 'POST',
  path: `${sessionPath}/files`,
  /** Of parameter files: they are used by others. */
  access: ['3-3'],
  summary: "Saves parameters as a parameter file of the caller's department, for the model of a device.",
  params,
  body: z.object({
    deviceId,
    name: line(1, 80),
    values: z
      .array(z.extend(newValue, { reason: z._default(line(0, 200), '') }))
      .check(z.minLength(1), z.maxLength(200)),
  }),
  answer: session,
})

export const listCaseHelp = defineCall({
  method: 'GET',
  path: `${path}/cases/{caseid}`,
  access: ['4-2', '4-4'],
  summary: 'The help sessions of a case of repair with their pictures, the newest first.',
  params: z.object({ caseId: as('caseid', wireId<RepairCaseId>()) }),
  answer: z.object({ sessions: z.array(z.extend(sessionName, { pictures: z.array(helpPicture) })) }),
})
