import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { WireScreenSession } from '@coldkeep/contract/areas/screens'
import { Problem } from '@coldkeep/contract/problem'
import { epochMs, minutes } from '@coldkeep/domain/time/instant'
import type { Translate } from '@coldkeep/phrases/keys'
import { playerPrefix } from '@coldkeep/rfb/recording'
import { encodeBlock, FBS_HEADER } from '@coldkeep/rfb/recording-blocks'
import { signLink } from '../../access/file-link'
import { scopeOf, selectStoreInScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import type { ServerKeys } from '../../db/server-keys'
import { checkSeesAll } from '../../terminals/check-equipment'
import { checkSegments } from '../chain'
import type { Recordings } from '../recordings'
import { selectSegments } from '../segment-queries'
import { countSessions, selectScreens, selectSessions, selectWatches } from '../session-queries'
import { presentEnd } from '../words/screen-words'
import { seenSession } from './screen-handlers'

type RecordingCall =
  | 'listScreenSessions'
  | 'getScreenRecording'
  | 'fetchScreenSegment'
  | 'fetchScreenRecording'

/** What calls about recordings need. */
export interface RecordingCallParts {
  readonly keys: Pick<ServerKeys, 'download'>
  readonly screens: { readonly recordings: Recordings }
}

const FILE_LINK_MS = minutes(10)
const FILE_ENDING = /\.fbs$/

type SessionWithStore = Awaited<ReturnType<typeof selectSessions>>[number]

export function recordingHandlers({ keys, screens }: RecordingCallParts): Pick<Handlers, RecordingCall> {
  return {
    listScreenSessions: async ({ db, user, query, translate }) => {
      checkSeesAll(user)
      const { storeId, page, pageSize } = query
      const scope = scopeOf(user)
      if (storeId !== null) await selectStoreInScope(db, scope, storeId)
      const filter = { scope, storeId }
      const rows = await selectSessions(db, filter, { offset: (page - 1) * pageSize, limit: pageSize })
      const reached = storeId === null ? [] : await selectScreens(db, storeId)
      return {
        sessions: await presentSessions(db, rows, translate),
        screens: reached.map(({ terminalId, connection, consent }) => ({
          ...{ terminalId, consent },
          isOnline: connection === 'online',
        })),
        total: await countSessions(db, filter),
        page,
        pageSize,
      }
    },

    getScreenRecording: async ({ db, clock, user, params: { sessionId }, translate }) => {
      const { storeId } = await seenSession(db, user, sessionId)
      const [row] = await selectSessions(db, { scope: scopeOf(user), storeId, sessionId }, ONE)
      if (row === undefined) throw new Problem('screen.unknown')
      const [session] = await presentSessions(db, [row], translate)
      if (session === undefined) throw new Problem('screen.unknown')
      const segments = await selectSegments(db, storeId, sessionId)
      const states = await checkSegments(sessionId, segments, (number) =>
        screens.recordings.read(sessionId, number),
      )
      const { accountId, signInId, apiKeyId } = user
      const id = `${sessionId}.fbs`
      const until = epochMs(clock.now() + FILE_LINK_MS)
      const token = await signLink({ id, accountId, signInId, apiKeyId }, keys.download, until)
      return {
        session,
        segments: segments.map(({ number, fromMs, toMs, bytes: size }, place) => ({
          ...{ number, fromMs, toMs, size },
          state: states[place] ?? 'missing',
        })),
        isSound: states.every((state) => state === 'sound' || state === 'expired'),
        fileUrl: `/api/v2/remote/recordings/${id}?token=${token}`,
      }
    },

    fetchScreenSegment: async ({ db, user, params: { sessionId, number } }) => {
      await seenSession(db, user, sessionId)
      const bytes = await screens.recordings.read(sessionId, number)
      if (bytes === null) throw new Problem('screen.no_piece')
      return { from: 'memory', bytes }
    },

    fetchScreenRecording: async ({ db, user, params: { id } }) => {
      const sessionId = id.replace(FILE_ENDING, '')
      const { storeId, width, height } = await seenSession(db, user, sessionId)
      const rows = await selectSegments(db, storeId, sessionId)
      const files = await Promise.all(rows.map(({ number }) => screens.recordings.find(sessionId, number)))
      const segments = rows.filter((_, place) => files[place] !== null)
      if (segments.length === 0 || width === null || height === null) throw new Problem('screen.no_piece')
      const head = Buffer.concat([FBS_HEADER, encodeBlock(playerPrefix({ width, height }, sessionId), 0)])
      const size = segments.reduce((sum, { rawBytes }) => sum + rawBytes, head.length)
      const numbers = segments.map(({ number }) => number)
      const stream = Readable.from(wholeFile(head, screens.recordings, sessionId, numbers))
      return { from: 'stream', stream, saved: { name: id, size } }
    },
  }
}

const ONE = { offset: 0, limit: 1 }

/** Piece by piece, unpacked while it is sent. */
async function* wholeFile(
  head: Buffer,
  recordings: Recordings,
  sessionId: string,
  numbers: readonly number[],
): AsyncGenerator<Buffer> {
  yield head
  for (const number of numbers) {
    const file = await recordings.find(sessionId, number)
    if (file === null) throw new Error(`piece ${number} of a recording is not there`)
    for await (const chunk of file.open().pipe(createGunzip())) yield chunk as Buffer
  }
}

async function presentSessions(
  db: Db,
  rows: readonly SessionWithStore[],
  translate: Translate,
): Promise<WireScreenSession[]> {
  const storeIds = [...new Set(rows.map(({ storeId }) => storeId))]
  const ids = rows.map(({ screenSessionId }) => screenSessionId)
  const watches = await selectWatches(db, storeIds, ids)
  return rows.map((row) => {
    const { screenSessionId: id, storeId, code, name, zone, mode, requestedAt, connectedAt, endedAt } = row
    const { endedReason: end, endedDetail, clicks, keys, width, height } = row
    return {
      ...{ id, mode, requestedAt, connectedAt, endedAt, end, clicks, keys, width, height },
      store: { id: storeId, code, name, zone },
      by: row.accountName,
      endText: presentEnd(end, endedDetail, translate),
      watchers: watches.filter(({ screenSessionId }) => screenSessionId === id).map((one) => one.accountName),
      isRecorded: row.isRecorded === true,
    }
  })
}
