import { Problem } from '@coldkeep/contract/problem'
import { faultOfMark, MOST_MARKS } from '@coldkeep/domain/help-desk/mark'
import { scopeOf } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import { orderPicture } from '../../cameras/order-picture'
import type { Db } from '../../db/connect'
import type { ServerKeys } from '../../db/server-keys'
import { selectObserved } from '../../parameters/observed-queries'
import { addProfile } from '../../parameters/save-profile'
import { findParameters, seenParameters } from '../../parameters/seen-parameters'
import { selectPhoto } from '../../photos/photo-queries'
import type { Rounds } from '../../tasks/rounds'
import { deleteMark, insertMark, selectMarks } from '../mark-queries'
import { readTips } from '../read-tips'
import { recordAct } from '../record-act'
import { changeSession, seenSession } from '../seen-session'
import { type HelpSessionRow, selectStoreDevices } from '../session-queries'
import { selectRates, selectVerdicts, upsertVerdict } from '../verdict-queries'
import { presentTip } from '../words/present-tip'
import { writeParameters } from '../write-parameters'
import { sessionOf } from './session-handlers'

type WorkCall =
  | 'orderHelpPicture'
  | 'drawMark'
  | 'eraseMark'
  | 'listHelpTips'
  | 'judgeHelpTip'
  | 'getHelpParameters'
  | 'writeHelpParameters'
  | 'saveHelpFile'

/** What working in help sessions needs. */
export interface HelpWorkParts {
  readonly keys: Pick<ServerKeys, 'download'>
  readonly field: Pick<Rounds, 'wake'>
}

export function helpWorkHandlers({ keys, field }: HelpWorkParts): Pick<Handlers, WorkCall> {
  return {
    orderHelpPicture: async (context) => {
      const { db, user, clock, params, body } = context
      const { storeId, helpSessionId, endedAt } = await seenSession(db, user, params.sessionId)
      if (endedAt !== null) throw new Problem('help_desk.ended')
      const subject = { subject: 'help', subjectId: helpSessionId } as const
      await orderPicture({ db, clock, field }, { storeId, ...body, ...subject, by: user })
      return sessionOf({ ...context, keys }, helpSessionId)
    },

    drawMark: async ({ db, user, clock, params, body }) => {
      const now = clock.now()
      const { sessionId, photoId } = params
      await changeSession(db, { user, now }, sessionId, async (trx, session) => {
        const photo = await pictureOf(trx, session, photoId)
        const { id: helpMarkId, ...mark } = body
        if (faultOfMark(mark, photo) !== null) throw new Problem('help_desk.mark', {}, { points: 'range' })
        // the row of the session is held, so that two people cannot pass the limit together
        const drawn = await selectMarks(trx, session.storeId, [sessionId])
        const others = drawn.filter((one) => one.photoId === photoId && one.helpMarkId !== helpMarkId)
        if (others.length >= MOST_MARKS) throw new Problem('help_desk.too_many_marks', { most: MOST_MARKS })
        const { storeId, helpSessionId } = session
        const by = { accountId: user.accountId, accountName: user.name, drawnAt: now }
        await insertMark(trx, { storeId, helpSessionId, photoId, helpMarkId, mark, ...by })
      })
      return {}
    },

    eraseMark: async ({ db, user, clock, params }) => {
      const { sessionId, photoId, markId: helpMarkId } = params
      await changeSession(db, { user, now: clock.now() }, sessionId, async (trx, session) => {
        const drawn = await selectMarks(trx, session.storeId, [sessionId])
        const mark = drawn.find((one) => one.photoId === photoId && one.helpMarkId === helpMarkId)
        if (mark === undefined) return
        if (mark.accountId !== user.accountId) throw new Problem('help_desk.mark_not_own')
        await deleteMark(trx, session, { photoId, helpMarkId })
      })
      return {}
    },

    listHelpTips: async (context) => {
      const { tips } = await shownTips(context, context.params.sessionId)
      return { tips }
    },

    judgeHelpTip: async (context) => {
      const { db, user, clock, params, body } = context
      const now = clock.now()
      const { rule, deviceId, helped } = body
      const { tips } = await shownTips(context, params.sessionId)
      // of what is not suggested any more the last verdict is taken as well
      const tip = tips.find((one) => one.rule === rule && one.deviceId === deviceId)
      await changeSession(db, { user, now }, params.sessionId, async (trx, session) => {
        const before = (await selectVerdicts(trx, session)).find(
          (one) => one.rule === rule && one.deviceId === deviceId,
        )
        if (tip === undefined && before === undefined)
          throw new Problem('help_desk.unknown', {}, { rule: 'choice' })
        if (before?.helped === helped) return
        await upsertVerdict(trx, session, { rule, deviceId, helped }, now)
        const [device, title] = [tip?.device?.name ?? null, tip?.title ?? rule]
        await recordAct(
          trx,
          session,
          { by: user, now, deviceId },
          { act: 'tip', rule, title, device, helped },
        )
      })
      return {}
    },

    getHelpParameters: async ({ db, user, params, query: { deviceId } }) => {
      const { storeId } = await seenSession(db, user, params.sessionId)
      const devices = await selectStoreDevices(db, storeId)
      if (!devices.some((device) => device.deviceId === deviceId)) throw new Problem('device.unknown')
      const found = await findParameters(db, user, deviceId)
      if (found === null) return { values: [] }
      const observed = (await selectObserved(db, [found.device])).get(deviceId)
      return {
        values: found.parameters.map((parameter) => ({
          parameter,
          observed: observed?.get(parameter.code) ?? null,
        })),
      }
    },

    writeHelpParameters: async (context) => {
      const { db, user, clock, params, body } = context
      await writeParameters(db, { user, now: clock.now() }, params.sessionId, body)
      field.wake()
      return sessionOf({ ...context, keys }, params.sessionId)
    },

    saveHelpFile: async (context) => {
      const { db, user, clock, params, body } = context
      const now = clock.now()
      const { deviceId, name, values } = body
      const { device } = await seenParameters(db, user, deviceId)
      const sent = {
        ...{ name, kind: 'all' as const, note: '', modelId: device.deviceModelId },
        ...{ fridgeBrandId: null, fridgeTypeId: null, fridgeLocationId: null },
        ...{ firmwareFrom: null, firmwareTo: null },
        values: values.map((value) => ({ ...value, isLocked: false })),
      }
      await changeSession(db, { user, now }, params.sessionId, async (trx, session) => {
        const isNamed = session.deviceIds.length === 0 || session.deviceIds.includes(deviceId)
        if (device.storeId !== session.storeId || !isNamed) throw new Problem('device.unknown')
        await addProfile(trx, { user, now }, sent, [deviceId])
        await recordAct(
          trx,
          session,
          { by: user, now, deviceId },
          { act: 'file', name, values: values.length },
        )
      })
      return sessionOf({ ...context, keys }, params.sessionId)
    },
  }
}

/** @throws Problem `photo.unknown` */
async function pictureOf(db: Db, { storeId, helpSessionId }: HelpSessionRow, photoId: string) {
  const photo = await selectPhoto(db, photoId)
  const isOfSession =
    photo?.storeId === storeId && photo.subjectKind === 'help' && photo.subjectId === helpSessionId
  if (photo === null || !isOfSession) throw new Problem('photo.unknown')
  return photo
}

type TipContext = Parameters<Pick<Handlers, 'listHelpTips'>['listHelpTips']>[0]

async function shownTips(
  {
    db,
    user,
    clock,
    language,
    translate,
  }: Pick<TipContext, 'db' | 'clock' | 'language' | 'translate'> & {
    readonly user: SignedIn
  },
  helpSessionId: string,
) {
  const session = await seenSession(db, user, helpSessionId)
  const scope = scopeOf(user)
  const devices = await selectStoreDevices(db, session.storeId)
  const names = new Map(devices.map(({ deviceId, name }) => [deviceId, name]))
  const tips = await readTips(db, scope, session, { now: clock.now(), all: [...names.keys()] })
  const [verdicts, rates] = [await selectVerdicts(db, session), await selectRates(db, scope)]
  const reader = { zone: session.timeZone, names, verdicts, rates, language, translate }
  return { tips: tips.map((tip) => presentTip(tip, reader)) }
}
