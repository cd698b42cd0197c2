import { Problem } from '@coldkeep/contract/problem'
import { epochMs } from '@coldkeep/domain/time/instant'
import { scopeOf } from '../../access/scope'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import { selectDevice } from '../../devices/device-queries'
import { instantText } from '../../wording/time-text'
import { deleteVerdict, insertVerdict, selectRaisedNear } from '../warning-verdict-queries'

export const verdictHandlers = {
  judgeWarning: async ({ db, user, body, clock }) => {
    const device = await selectDevice(db, scopeOf(user), body.deviceId)
    if (device === null) throw new Problem('device.unknown')
    const { storeId, deviceId } = device
    const { kind, verdict } = body
    const raisedAt = await selectRaisedNear(db, { storeId, deviceId, kind, raisedAt: epochMs(body.raised) })
    if (raisedAt === null) throw new Problem('warning.unknown')
    const warning = { storeId, deviceId, kind, raisedAt }
    const by = { accountId: user.accountId, name: user.name }
    const at = clock.now()
    const before = await db.transaction().execute(async (trx) => {
      const before = await deleteVerdict(trx, warning)
      if (verdict !== null) await insertVerdict(trx, warning, { says: verdict, at, by })
      if (verdict === before) return before
      await addAudit(trx, {
        at,
        by,
        storeId,
        deviceIds: [deviceId],
        kind: verdict === null ? 'warning.unjudge' : 'warning.judge',
        subject: String(deviceId),
        detail: { rule: kind, raisedAt: instantText(raisedAt), verdict, before },
        outcome: 'done',
      })
      return before
    })
    return { verdict: verdict === null ? null : { says: verdict, at, by: by.name }, before }
  },
} satisfies Pick<Handlers, 'judgeWarning'>
