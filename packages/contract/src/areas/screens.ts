import type { StoreId } from '@coldkeep/domain/ids'
import { consentModes, consentRules } from '@coldkeep/domain/screens/consent'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { file, typedFile } from '../content'
import { screenModes, screenSessionId } from '../mqtt/screen-tunnel'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { line } from '../wire/line'
import { pageNumber, pageSize } from '../wire/page'
import { placeOfRule, placeQuery, placeSetting, readRevision, wireRevision } from '../wire/setting'
import { wireTerminalId } from '../wire/terminal-id'

/** Pages: working the screen of a store, and seeing it. */
const access = ['4-1', '3-1'] as const
const path = '/api/v2/remote'

/** Of the picture that pages show, in pixels; the screen is scaled to it. */
export const PICTURE_WIDTH = 384
export const PICTURE_HEIGHT = 256
export const MOST_TYPED = 500

/** Whoever connects connects on any other code than 102. */
export const CONNECTED_CODE = 100
export const REFUSED_CODE = 102
export const ENDED_CODE = 104

const uid = as('uid', screenSessionId)

const picture = {
  /** How often the picture is to be fetched, in seconds. */
  refreshSeconds: as('refresh_duration', z.number()),
  /** JPEG of 384 × 256, for some minutes, by who connected. */
  pictureUrl: as('img_url', z.string()),
}

export const connectScreen = defineCall({
  method: 'GET',
  path: `${path}/connect`,
  access,
  summary:
    'Connects to the screen of a store, where the store lets it. `status_code` 100: connected; 102: not, for the reason in `status`.',
  query: z.object({
    storeId: as('storeid', wireId<StoreId>()),
    mode: z._default(z.enum(screenModes), 'control'),
  }),
  answer: z.object({
    statusCode: as('status_code', z.union([z.literal(CONNECTED_CODE), z.literal(REFUSED_CODE)])),
    status: z.string(),
    sessionId: as('uid', z.string()),
    ...picture,
  }),
})

/** Why a session ended. */
const screenEnds = [
  'operator',
  'idle',
  'too_long',
  'stopped',
  'screen_gone',
  'malformed',
  'lost',
  'terminal_ends',
  'server_ends',
  'refused',
] as const
export type ScreenEnd = (typeof screenEnds)[number]

export const getScreenStatus = defineCall({
  method: 'GET',
  path: `${path}/status`,
  access,
  summary: 'How a session is: `status_code` 100 connected, 104 ended, with the reason in `status`.',
  query: z.object({ sessionId: uid }),
  answer: z.object({
    statusCode: as('status_code', z.union([z.literal(CONNECTED_CODE), z.literal(ENDED_CODE)])),
    status: z.string(),
    ...picture,
    /** PNG of the whole screen. */
    screenshotUrl: z.string(),
    /** Of the screen, in pixels. */
    width: z.int(),
    height: z.int(),
    mode: z.enum(screenModes),
    since: z.nullable(wireInstant),
    /** Another number: another picture. */
    frame: z.int(),
    /** When the store last sent something of its screen. */
    lastFrameAt: as('last_frame', z.nullable(wireInstant)),
    /** The store keeps its own keyboard and pointer away. */
    isLocked: z.boolean(),
    watchers: z.int(),
    end: z.nullable(z.enum(screenEnds)),
  }),
})

export const fetchScreenPicture = defineCall({
  method: 'GET',
  path: `${path}/img/{id}`,
  access: 'link',
  summary:
    'The screen as it is now: `{uid}.jpg` is 384 × 256, `{uid}.png` the whole screen. 410 once the session has ended.',
  params: z.object({ id: line(1, 80) }),
  query: z.object({ token: z.string().check(z.maxLength(2000)) }),
  answer: typedFile(),
})

export const clickScreen = defineCall({
  method: 'POST',
  path: `${path}/mouse`,
  access,
  summary:
    'Clicks at a place of the screen, in its own pixels: `click` 1 or 2 times, `key` 0 left or 1 right.',
  body: z.object({
    sessionId: uid,
    x: z.number().check(z.gte(-100_000), z.lte(100_000)),
    y: z.number().check(z.gte(-100_000), z.lte(100_000)),
    clicks: as('click', z.union([z.literal(1), z.literal(2)])),
    button: as('key', z._default(z.union([z.literal(0), z.literal(1)]), 0)),
  }),
  answer: nothing,
})

export const typeOnScreen = defineCall({
  method: 'POST',
  path: `${path}/key-input`,
  access,
  summary:
    'Types text at the store. With `special` names in braces are keys, as {Enter}, {F5}, {Ctrl+c}. What is typed is kept nowhere.',
  body: z.object({
    sessionId: uid,
    text: as('keyin', z.string().check(z.minLength(1), z.maxLength(MOST_TYPED))),
    hasKeys: as('special', z._default(z.boolean(), false)),
  }),
  answer: nothing,
})

export const endScreen = defineCall({
  method: 'GET',
  path: `${path}/end`,
  access,
  summary: 'Ends a session that the caller began. Again changes nothing.',
  query: z.object({ sessionId: uid }),
  answer: z.object({ statusCode: as('status_code', z.literal(CONNECTED_CODE)) }),
})

export const lockScreenInput = defineCall({
  method: 'POST',
  path: `${path}/lock`,
  access,
  summary:
    'Has the store keep its own keyboard and pointer away, or give them back; `status` says whether it does. The stop key of the store always works.',
  body: z.object({ sessionId: uid, isLocked: z.boolean() }),
  answer: nothing,
})

export const takeLiveTicket = defineCall({
  method: 'POST',
  path: `${path}/live`,
  access,
  summary:
    'A ticket for the live screen, once and for half a minute: RFB (RFC 6143) over a WebSocket at `path`, with `binary` and the ticket as subprotocols. Who did not begin the session sees it without touching it.',
  body: z.object({ sessionId: uid }),
  answer: z.object({ path: z.string(), ticket: z.string(), mode: z.enum(screenModes) }),
})

/** A store as its screen can be reached. */
const screenState = z.object({
  terminalId: wireTerminalId,
  isOnline: z.boolean(),
  /** When the store lets others onto it; `null`: no screen is set up. */
  consent: z.nullable(z.enum(consentModes)),
})

const sessionRow = z.object({
  id: as('uid', z.string()),
  store: z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string(), zone: z.string() }),
  by: z.string(),
  mode: z.enum(screenModes),
  requestedAt: wireInstant,
  connectedAt: z.nullable(wireInstant),
  endedAt: z.nullable(wireInstant),
  end: z.nullable(z.enum(screenEnds)),
  /** In the caller's language. */
  endText: z.string(),
  clicks: z.int(),
  keys: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Who else looked. */
  watchers: z.array(z.string()),
  /** There is something to replay. */
  isRecorded: z.boolean(),
})
export type WireScreenSession = z.output<typeof sessionRow>

export const listScreenSessions = defineCall({
  method: 'GET',
  path: `${path}/sessions`,
  access,
  summary:
    'Who was on the screens of the own stores, newest first; of one store also how its screen can be reached.',
  query: z.object({
    storeId: as('storeid', wireIdOrAll<StoreId>()),
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageSize, 20),
  }),
  answer: z.object({
    sessions: z.array(sessionRow),
    screens: z.array(screenState),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})

const params = z.object({ sessionId: as('uid', screenSessionId) })
const segmentNumber = z.codec(z.string().check(z.regex(/^[0-9]{1,6}$/)), z.int(), {
  decode: Number,
  encode: String,
})

export const getScreenRecording = defineCall({
  method: 'GET',
  path: `${path}/sessions/{uid}`,
  access,
  cost: 'heavy',
  summary:
    'A session with the pieces of its recording. Each can be shown by itself; `sound` says whether all are as they were recorded.',
  params,
  answer: z.object({
    session: sessionRow,
    segments: z.array(
      z.object({
        number: z.int(),
        /** Milliseconds since the session was connected. */
        fromMs: z.int(),
        toMs: z.int(),
        /** Packed. */
        size: z.int(),
        state: z.enum(['sound', 'changed', 'missing', 'expired']),
      }),
    ),
    /** All pieces that are kept are unchanged, and none is missing before its time. */
    isSound: z.boolean(),
    /** The recording as one file (FBS). */
    fileUrl: z.string(),
  }),
})

export const fetchScreenSegment = defineCall({
  method: 'GET',
  path: `${path}/sessions/{uid}/segments/{number}`,
  access,
  summary: 'One piece of a recording: blocks of RFB with their times (FBS), packed with gzip.',
  params: z.object({ sessionId: as('uid', screenSessionId), number: segmentNumber }),
  answer: file('application/octet-stream'),
})

export const fetchScreenRecording = defineCall({
  method: 'GET',
  path: `${path}/recordings/{id}`,
  access: 'link',
  cost: 'heavy',
  summary: 'What is kept of a recording as one file (FBS 001.000), as players of VNC recordings read it.',
  params: z.object({ id: line(1, 80) }),
  query: z.object({ token: z.string().check(z.maxLength(2000)) }),
  answer: file('application/octet-stream'),
})

/** What an organisation settles about the screens of its stores; it can only be stricter than a store. */
const wireRule = {
  consentRule: z.enum(consentRules),
  /** A session in which nothing is clicked or typed ends after so long. */
  idleMinutes: z.int().check(z.gte(1), z.lte(60)),
  /** And any after so long. */
  mostMinutes: z.int().check(z.gte(5), z.lte(240)),
  /** For how many days recordings are kept. */
  keptDays: z.int().check(z.gte(1), z.lte(1_100)),
}

export type ScreenRule = z.output<z.ZodMiniObject<typeof wireRule>>

export const screenSetting = placeSetting(wireRule)

const rulePath = `${path}/rule`
/** Of those who settle what others may. */
const ruleAccess = ['2-2-4'] as const

export const getScreenRule = defineCall({
  method: 'GET',
  path: rulePath,
  access,
  summary: 'What holds for the screens of a store or a department, and where that comes from.',
  query: z.object(placeQuery),
  answer: screenSetting,
})

export const saveScreenRule = defineCall({
  method: 'PUT',
  path: rulePath,
  access: ruleAccess,
  summary: 'Gives a store, or else a department, a rule of its own for its screens.',
  body: z.object({ ...placeOfRule, ...wireRule, revision: wireRevision }),
  answer: screenSetting,
})

export const removeScreenRule = defineCall({
  method: 'DELETE',
  path: rulePath,
  access: ruleAccess,
  summary: 'Takes the own rule of a store or a department away, so that it inherits.',
  query: z.object({ ...placeQuery, revision: readRevision }),
  answer: screenSetting,
})
