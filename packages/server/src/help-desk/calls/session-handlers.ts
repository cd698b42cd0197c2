import { Problem } from '@coldkeep/contract/problem'
import { ticketOf } from '@coldkeep/domain/repair/repair-case'
import { scopeOf, selectStoreInScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import { listCameras } from '../../cameras/list-cameras'
import type { ServerKeys } from '../../db/server-keys'
import { selectCases } from '../../repair/case-queries'
import { caseSeenBy } from '../../repair/write-case'
import { readCost } from '../../service-points/read-cost'
import { checkSeesAll } from '../../terminals/check-equipment'
import { endSession } from '../end-session'
import { openSession } from '../open-session'
import { readPictures, readSession, type SessionReader } from '../read-session'
import { recordAct } from '../record-act'
import { changeSession, seenSession } from '../seen-session'
import {
  selectHelpedMinutes,
  selectOpenSessions,
  selectRevision,
  selectSessionsOfCase,
  selectStoreCard,
  selectStoreDevices,
  selectStoreTerminals,
} from '../session-queries'
import { presentSessionName } from '../words/present-session'

type SessionCall =
  | 'getHelpStore'
  | 'listHelpSessions'
  | 'openHelpSession'
  | 'getHelpSession'
  | 'endHelpSession'
  | 'noteInHelp'
  | 'listCaseHelp'

/** What calls about help sessions need. */
export interface HelpDeskParts {
  readonly keys: Pick<ServerKeys, 'download'>
}

const MOST_CASES = 50

export function helpSessionHandlers({ keys }: HelpDeskParts): Pick<Handlers, SessionCall> {
  return {
    getHelpStore: async ({ db, clock, user, query }) => {
      // everybody has the page in their menu; what is written down of a store is for who helps
      if (!user.pageKeys.has('4-2')) throw new Problem('access.page')
      checkSeesAll(user)
      const scope = scopeOf(user)
      const { storeId } = await selectStoreInScope(db, scope, query.storeId)
      const open = { scope, period: null, progressId: null, deviceId: null, assigneeId: null }
      const filter = { ...open, storeId, isProposed: false, search: '' }
      const [card, terminals, devices, cameras, cases, sessions, cost, minutes] = await Promise.all([
        selectStoreCard(db, storeId),
        selectStoreTerminals(db, storeId),
        selectStoreDevices(db, storeId),
        listCameras(db, storeId),
        selectCases(db, filter, { offset: 0, limit: MOST_CASES }),
        selectOpenSessions(db, scope, storeId),
        readCost(db, storeId, 'help_session'),
        selectHelpedMinutes(db, storeId, clock.now()),
      ])
      const { storeId: id, maintainer, ...written } = card
      const [session] = sessions
      return {
        store: { id, maintainer: maintainer ?? '', ...written },
        terminals: terminals.map(({ terminalId, connection, since, program }) => ({
          ...{ id: terminalId, state: connection ?? ('never_seen' as const), since, program },
        })),
        devices: devices.map(({ deviceId, name, zone, brand, model, connection }) => ({
          ...{ id: deviceId, name, zone, brand, model, isOnline: connection === 'online' },
        })),
        cameras: cameras.map(({ cameraId, ...camera }) => ({ ...camera, id: cameraId })),
        cases: cases.map(({ repairCaseId, fault, deviceId, deviceName, reportedAt }) => ({
          id: repairCaseId,
          ticket: ticketOf(repairCaseId),
          ...{ fault, reportedAt },
          device: deviceId === null || deviceName === null ? null : { id: deviceId, name: deviceName },
        })),
        session: session === undefined ? null : presentSessionName(session, user.accountId),
        activation: { price: cost?.price ?? 0, left: cost?.free ?? 0, used: cost?.used ?? 0, minutes },
      }
    },

    listHelpSessions: async ({ db, user }) => {
      const rows = await selectOpenSessions(db, scopeOf(user), null)
      return { sessions: rows.map((row) => presentSessionName(row, user.accountId)) }
    },

    openHelpSession: async (context) => {
      const { db, user, clock, body } = context
      await openSession(db, { user, now: clock.now() }, body)
      return sessionOf({ ...context, keys }, body.id)
    },

    getHelpSession: async (context) => {
      const { db, user, params, query } = context
      const row = await seenSession(db, user, params.sessionId)
      const revision = await selectRevision(db, row)
      if (query.revision === revision) return { session: null }
      return { session: await readSession({ ...context, keys }, row, revision) }
    },

    endHelpSession: async (context) => {
      const { db, user, clock, params, body } = context
      const row = await seenSession(db, user, params.sessionId)
      await endSession(db, row, body, { by: user, now: clock.now() })
      return sessionOf({ ...context, keys }, row.helpSessionId)
    },

    noteInHelp: async (context) => {
      const { db, user, clock, params, body } = context
      const now = clock.now()
      const { key, text } = body
      await changeSession(db, { user, now }, params.sessionId, (trx, session) =>
        recordAct(trx, session, { by: user, now, key }, { act: 'note', text }),
      )
      return sessionOf({ ...context, keys }, params.sessionId)
    },

    listCaseHelp: async ({ db, user, clock, params }) => {
      const repair = await caseSeenBy(db, user, params.caseId)
      const rows = await selectSessionsOfCase(db, scopeOf(user), repair)
      const pictures = await readPictures({ db, user, clock, keys }, rows)
      return {
        sessions: rows.map((row) => ({
          ...presentSessionName(row, user.accountId),
          pictures: pictures.get(row.helpSessionId) ?? [],
        })),
      }
    },
  }
}

/** @throws Problem `help_desk.unknown` */
export async function sessionOf(reader: SessionReader, helpSessionId: string) {
  const row = await seenSession(reader.db, reader.user, helpSessionId)
  return readSession(reader, row, await selectRevision(reader.db, row))
}
