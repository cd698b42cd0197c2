import { Problem } from '@coldkeep/contract/problem'
import { scopeOf } from '../../access/scope'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import { endLinks, openLink } from '../line/link-queries'
import type { Notices } from '../notices'
import { selectTarget } from '../target-queries'

type LinkCall = 'linkNoticeTarget' | 'unlinkNoticeTarget'

/** What linking targets of LINE needs. */
export interface NoticeLinkCallParts {
  readonly notices: Pick<Notices, 'line'>
}

export function noticeLinkHandlers({ notices }: NoticeLinkCallParts): Pick<Handlers, LinkCall> {
  return {
    linkNoticeTarget: async ({ db, user, clock, body }) => {
      const { line } = notices
      const scope = scopeOf(user)
      return db.transaction().execute(async (trx) => {
        const target = await selectTarget(trx, scope, body.id)
        if (target?.channel !== 'line') throw new Problem('notice.target_unknown')
        if (line === null) throw new Problem('notice.channel_off')
        const link = await openLink(trx, body.id, line.hashCode, clock.now())
        if (link === null) throw new Problem('notice.no_code')
        const note = { kind: 'notice.link', subject: `${body.id} ${target.name}` }
        await addAudit(trx, { at: clock.now(), by: user, storeId: null, outcome: 'done', ...note })
        return { code: link.code, expiresAt: link.expiresAt }
      })
    },

    unlinkNoticeTarget: async ({ db, user, clock, query }) => {
      const scope = scopeOf(user)
      await db.transaction().execute(async (trx) => {
        const target = await selectTarget(trx, scope, query.id)
        if (target?.channel !== 'line') throw new Problem('notice.target_unknown')
        await endLinks(trx, { targetId: query.id })
        const note = { kind: 'notice.unlink', subject: `${query.id} ${target.name}` }
        await addAudit(trx, { at: clock.now(), by: user, storeId: null, outcome: 'done', ...note })
      })
      return {}
    },
  }
}
