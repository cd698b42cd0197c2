import { wireStep } from '@coldkeep/contract/areas/notices'
import { Problem } from '@coldkeep/contract/problem'
import { extraChannels, type NoticeChannel, noticeChannels } from '@coldkeep/domain/notices/notice-kind'
import { hours, later } from '@coldkeep/domain/time/instant'
import { rowChanged } from '../../access/row-changed'
import { type Scope, scopeOf } from '../../access/scope'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import type { Trx } from '../../db/connect'
import { addTarget } from '../add-target'
import { changeTarget, removeTarget } from '../change-target'
import { webhookSecret } from '../channels/webhook'
import type { Notices } from '../notices'
import { readStep, stepOf } from '../read-step'
import { shownTarget } from '../read-target'
import { deleteStep, hasStep, insertStep, selectSteps, updateStep } from '../step-queries'
import {
  renewSecret,
  selectAccounts,
  selectDepartments,
  selectStoreZones,
  selectTarget,
  selectTargets,
  selectTroubles,
} from '../target-queries'
import { testTarget } from '../test-target'
import { noticeReason } from '../words/notice-reason'

type NoticeCall =
  | 'listNoticeTargets'
  | 'addNoticeTargets'
  | 'changeNoticeTargets'
  | 'removeNoticeTarget'
  | 'testNoticeTarget'
  | 'renewNoticeSecret'
  | 'noticeOptions'
  | 'listNoticeSteps'
  | 'addNoticeSteps'
  | 'changeNoticeSteps'
  | 'removeNoticeStep'

const OLD_SECRET_GOOD_MS = hours(24)

/** What calls about targets of messages need. */
export interface NoticeCallParts {
  readonly notices: Pick<Notices, 'channels' | 'webhookKey' | 'allowed' | 'publicUrl'>
}

export function noticeHandlers({ notices }: NoticeCallParts): Pick<Handlers, NoticeCall> {
  return {
    listNoticeTargets: async ({ db, user, translate }) => ({
      targets: (await selectTargets(db, scopeOf(user))).map((row) => shownTarget(row, translate)),
    }),

    addNoticeTargets: async ({ db, user, clock, body }) => {
      const scope = scopeOf(user)
      await db.transaction().execute(async (trx) => {
        for (const [place, draft] of body.targets.entries()) {
          await addTarget(trx, { user, scope, notices, now: clock.now() }, draft, `targets.${place}`)
        }
      })
      return {}
    },

    changeNoticeTargets: async ({ db, user, clock, translate, body }) => {
      const scope = scopeOf(user)
      await db.transaction().execute(async (trx) => {
        for (const [place, target] of body.targets.entries()) {
          await changeTarget(
            trx,
            { user, scope, notices, translate, now: clock.now() },
            target,
            `targets.${place}`,
          )
        }
      })
      return {}
    },

    removeNoticeTarget: async ({ db, user, clock, translate, query }) => {
      const scope = scopeOf(user)
      await db
        .transaction()
        .execute((trx) => removeTarget(trx, { user, scope, translate, now: clock.now() }, query))
      return {}
    },

    testNoticeTarget: (context) => testTarget(context, notices),

    renewNoticeSecret: async ({ db, user, clock, body }) => {
      const scope = scopeOf(user)
      const now = clock.now()
      const generation = await db.transaction().execute(async (trx) => {
        const target = await selectTarget(trx, scope, body.id)
        if (target?.channel !== 'webhook') throw new Problem('notice.target_unknown')
        const note = { kind: 'notice.secret', subject: `${body.id} ${target.name}` }
        await addAudit(trx, { at: now, by: user, storeId: null, outcome: 'done', ...note })
        return renewSecret(trx, body.id, later(now, OLD_SECRET_GOOD_MS))
      })
      return { secret: webhookSecret(notices.webhookKey, body.id, generation) }
    },

    noticeOptions: async ({ db, user, translate }) => {
      const scope = scopeOf(user)
      const troubles = new Map((await selectTroubles(db)).map((trouble) => [trouble.channel, trouble]))
      const accounts = await selectAccounts(db, scope)
      const departments = await selectDepartments(db, scope, user.departmentId)
      const isSetUp = (channel: NoticeChannel) => notices.channels[channel] !== undefined
      const used = new Set((await selectTargets(db, scope)).map(({ channel }) => channel))
      const spokenOf = noticeChannels.filter(
        (channel) => isSetUp(channel) || used.has(channel) || !extraChannels.includes(channel),
      )
      return {
        channels: spokenOf.map((channel) => {
          const trouble = isSetUp(channel) ? troubles.get(channel) : undefined
          return {
            channel,
            isAvailable: isSetUp(channel),
            trouble:
              trouble === undefined
                ? null
                : { since: trouble.since, message: noticeReason(trouble.message, translate) },
          }
        }),
        accounts: accounts.map(({ accountId, name, login }) => ({ id: String(accountId), name, login })),
        departments: departments.map(({ departmentId, name }) => ({ id: String(departmentId), name })),
        zones: [...new Set([...(await selectStoreZones(db, scope)), 'UTC'])],
      }
    },

    listNoticeSteps: async ({ db, user }) => ({
      steps: (await selectSteps(db, scopeOf(user))).map(stepOf),
    }),

    addNoticeSteps: async ({ db, user, clock, body }) => {
      const scope = scopeOf(user)
      await db.transaction().execute(async (trx) => {
        for (const [place, draft] of body.steps.entries()) {
          const { columns, names } = await readStep(trx, draft, scope, `steps.${place}`)
          if (!(await insertStep(trx, columns)))
            throw new Problem('notice.step_taken', {}, { [`steps.${place}.step`]: 'choice' })
          const note = { kind: 'notice.step.add', subject: names, detail: { ...draft } }
          await addAudit(trx, { at: clock.now(), by: user, storeId: null, outcome: 'done', ...note })
        }
      })
      return {}
    },

    changeNoticeSteps: async ({ db, user, clock, body }) => {
      const scope = scopeOf(user)
      await db.transaction().execute(async (trx) => {
        for (const [place, { id, revision, ...draft }] of body.steps.entries()) {
          const [before] = await selectSteps(trx, scope, Number(id))
          if (before === undefined) throw new Problem('notice.step_unknown')
          const { columns, names } = await readStep(trx, draft, scope, `steps.${place}`)
          if (await hasStep(trx, columns, Number(id)))
            throw new Problem('notice.step_taken', {}, { [`steps.${place}.step`]: 'choice' })
          if (!(await updateStep(trx, Number(id), revision, columns))) throw await stepChanged(trx, scope, id)
          const note = { kind: 'notice.step.change', subject: names, detail: { ...draft } }
          await addAudit(trx, { at: clock.now(), by: user, storeId: null, outcome: 'done', ...note })
        }
      })
      return {}
    },

    removeNoticeStep: async ({ db, user, clock, query }) => {
      const scope = scopeOf(user)
      await db.transaction().execute(async (trx) => {
        const [step] = await selectSteps(trx, scope, Number(query.id))
        if (step === undefined) throw new Problem('notice.step_unknown')
        if (!(await deleteStep(trx, step.noticeStepId, query.revision)))
          throw await stepChanged(trx, scope, query.id)
        const note = { kind: 'notice.step.remove', subject: `${step.targetName} → ${step.nextName}` }
        await addAudit(trx, { at: clock.now(), by: user, storeId: null, outcome: 'done', ...note })
      })
      return {}
    },
  }
}

/** The current row is read again: another write may have come in since this one began. */
async function stepChanged(trx: Trx, scope: Scope, id: string): Promise<Problem> {
  const [row] = await selectSteps(trx, scope, Number(id))
  return row === undefined ? new Problem('notice.step_unknown') : rowChanged(wireStep, stepOf(row))
}
