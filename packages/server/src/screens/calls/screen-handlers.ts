import {
  CONNECTED_CODE,
  ENDED_CODE,
  type fetchScreenPicture,
  REFUSED_CODE,
  type ScreenEnd,
} from '@coldkeep/contract/areas/screens'
import { Problem } from '@coldkeep/contract/problem'
import { epochMs, minutes } from '@coldkeep/domain/time/instant'
import { typeKeys, typeText } from '@coldkeep/rfb/keysyms'
import { RfbError } from '@coldkeep/rfb/rfb-error'
import { signLink } from '../../access/file-link'
import { scopeOf } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import type { Basics, CallContext } from '../../calls/context'
import type { Db } from '../../db/connect'
import type { ServerKeys } from '../../db/server-keys'
import { checkSeesAll } from '../../terminals/check-equipment'
import type { FieldLink } from '../../terminals/field-link'
import { connectToScreen } from '../connect-screen'
import { endSession } from '../end-session'
import type { ScreenGateway } from '../gateway'
import type { LivePictures } from '../live-pictures'
import type { LiveSession } from '../live-session'
import { LIVE_PATH } from '../live-tickets'
import { insertWatch, type ScreenSessionRow, selectSession } from '../session-queries'
import { presentEnd, presentRefusal } from '../words/screen-words'

type ScreenCall =
  | 'connectScreen'
  | 'getScreenStatus'
  | 'fetchScreenPicture'
  | 'clickScreen'
  | 'typeOnScreen'
  | 'endScreen'
  | 'lockScreenInput'
  | 'takeLiveTicket'

/** What calls about screens need. */
export interface ScreenCallParts {
  readonly keys: Pick<ServerKeys, 'download'>
  readonly field: Pick<FieldLink, 'wake'>
  readonly screens: {
    readonly gateway: ScreenGateway
    readonly pictures: LivePictures
  }
}

const REFRESH_SECONDS = 1
const PICTURE_LINK_MS = minutes(10)
/** Links change so often, so that a picture that did not change has the same address for a while. */
const LINKS_CHANGE_EVERY_MS = minutes(5)

export function screenHandlers({ keys, field, screens }: ScreenCallParts): Pick<Handlers, ScreenCall> {
  const linkTo = async ({ user, clock }: Linking, sessionId: string, kind: 'jpg' | 'png') => {
    const { accountId, signInId, apiKeyId } = user
    const until = Math.floor(clock.now() / LINKS_CHANGE_EVERY_MS) * LINKS_CHANGE_EVERY_MS + PICTURE_LINK_MS
    const id = `${sessionId}.${kind}`
    const token = await signLink({ id, accountId, signInId, apiKeyId }, keys.download, epochMs(until))
    return `/api/v2/remote/img/${id}?token=${token}`
  }

  /** @throws Problem `screen.unknown`, `screen.not_own`, `screen.ended`, `screen.view_only` */
  const controlled = async (
    { db, user }: { db: Db; user: SignedIn },
    sessionId: string,
  ): Promise<LiveSession> => {
    const row = await ownSession(db, user, sessionId)
    if (!user.pageKeys.has('4-1')) throw new Problem('access.page')
    const live = screens.gateway.find(sessionId)
    if (row.endedReason !== null || live === null || live.end !== null) throw new Problem('screen.ended')
    if (live.mode !== 'control') throw new Problem('screen.view_only')
    return live
  }

  return {
    connectScreen: async ({ db, clock, user, query, translate }) => {
      const parts = { db, clock, user, field, door: screens.gateway }
      const found = await connectToScreen(parts, query)
      if (typeof found === 'string') {
        const status = presentRefusal(found, translate)
        return { statusCode: REFUSED_CODE, status, sessionId: '', refreshSeconds: 0, pictureUrl: '' }
      }
      const { sessionId } = found.expected
      return {
        statusCode: CONNECTED_CODE,
        status: translate('screenWords.connected'),
        sessionId,
        refreshSeconds: REFRESH_SECONDS,
        pictureUrl: await linkTo({ user, clock }, sessionId, 'jpg'),
      }
    },

    getScreenStatus: async ({ db, clock, user, query: { sessionId }, translate }) => {
      const row = await seenSession(db, user, sessionId)
      const live = screens.gateway.find(sessionId)
      if (row.accountId === user.accountId) live?.seen()
      const end: ScreenEnd | null = live?.end ?? row.endedReason
      const isOver = end !== null || live === null
      return {
        statusCode: isOver ? ENDED_CODE : CONNECTED_CODE,
        status: isOver
          ? presentEnd(end ?? 'server_ends', row.endedDetail, translate)
          : translate('screenWords.connected'),
        refreshSeconds: isOver ? 0 : REFRESH_SECONDS,
        pictureUrl: await linkTo({ user, clock }, sessionId, 'jpg'),
        screenshotUrl: await linkTo({ user, clock }, sessionId, 'png'),
        width: live?.framebuffer.width ?? row.width ?? 0,
        height: live?.framebuffer.height ?? row.height ?? 0,
        mode: row.mode,
        since: row.connectedAt,
        frame: live?.frame ?? 0,
        lastFrameAt: live?.lastFrameAt ?? null,
        isLocked: live?.isLocked ?? false,
        watchers: live?.watchers ?? 0,
        end: isOver ? (end ?? 'server_ends') : null,
      }
    },

    fetchScreenPicture: async (context) => {
      const live = await livePicture(context)
      const kind = context.params.id.endsWith('.png') ? 'png' : 'jpg'
      const type = kind === 'png' ? 'image/png' : 'image/jpeg'
      return { from: 'memory', type, ...(await screens.pictures.take(live, kind)) }
    },

    clickScreen: async ({ db, user, body: { sessionId, x, y, clicks, button } }) => {
      const live = await controlled({ db, user }, sessionId)
      live.click(x, y, clicks, button === 1 ? 'right' : 'left')
      return {}
    },

    typeOnScreen: async ({ db, user, body: { sessionId, text, hasKeys } }) => {
      const live = await controlled({ db, user }, sessionId)
      await live.type(keysOf(text, hasKeys))
      return {}
    },

    lockScreenInput: async ({ db, user, body: { sessionId, isLocked } }) => {
      const live = await controlled({ db, user }, sessionId)
      live.lock(isLocked)
      return {}
    },

    endScreen: async ({ db, clock, user, query: { sessionId } }) => {
      const row = await ownSession(db, user, sessionId)
      const live = screens.gateway.find(sessionId)
      live?.finish('operator')
      if (live === null) await endSession(db, row, { reason: 'operator' }, clock.now())
      return { statusCode: CONNECTED_CODE }
    },

    takeLiveTicket: async ({ db, clock, user, body: { sessionId } }) => {
      const row = await seenSession(db, user, sessionId)
      const live = screens.gateway.find(sessionId)
      if (row.endedReason !== null || live === null || live.end !== null) throw new Problem('screen.ended')
      const isOwn = row.accountId === user.accountId
      const mode = isOwn && row.mode === 'control' && user.pageKeys.has('4-1') ? 'control' : 'view'
      if (!isOwn) {
        const { storeId } = row
        const watch = { storeId, screenSessionId: sessionId, since: clock.now() }
        await insertWatch(db, { ...watch, accountId: user.accountId, accountName: user.name })
      }
      const ticket = screens.gateway.tickets.give({ sessionId, user, mode })
      return { path: `${LIVE_PATH}${sessionId}`, ticket, mode }
    },
  }

  async function livePicture({
    db,
    user,
    params,
  }: CallContext<typeof fetchScreenPicture>): Promise<LiveSession> {
    const sessionId = params.id.replace(/\.(jpg|png)$/, '')
    const row = await seenSession(db, user, sessionId)
    const live = screens.gateway.find(sessionId)
    if (live === null || live.end !== null) throw new Problem('screen.ended')
    if (row.accountId === user.accountId) live.seen()
    return live
  }
}

interface Linking extends Pick<Basics, 'clock'> {
  readonly user: SignedIn
}

/**
 * A session of a store of the caller's, of which nothing is withheld from them.
 * @throws Problem `screen.unknown`, `access.page`, `access.equipment`
 */
export async function seenSession(db: Db, user: SignedIn, sessionId: string): Promise<ScreenSessionRow> {
  if (!user.pageKeys.has('4-1') && !user.pageKeys.has('3-1')) throw new Problem('access.page')
  const row = await selectSession(db, scopeOf(user), sessionId)
  if (row === null) throw new Problem('screen.unknown')
  checkSeesAll(user)
  return row
}

async function ownSession(db: Db, user: SignedIn, sessionId: string): Promise<ScreenSessionRow> {
  const row = await seenSession(db, user, sessionId)
  if (row.accountId !== user.accountId) throw new Problem('screen.not_own')
  return row
}

function keysOf(text: string, hasKeys: boolean) {
  try {
    return hasKeys ? typeKeys(text) : typeText(text)
  } catch (error) {
    if (error instanceof RfbError) throw new Problem('request.malformed', {}, { text: 'format' })
    throw error
  }
}
