import type { NoticeTargetId } from '@coldkeep/domain/ids'
import { type NoticeKind, noticeKinds } from '@coldkeep/domain/notices/notice-kind'
import type { Language } from '@coldkeep/phrases/translate'
import type { Db } from '@coldkeep/server/db/connect'
import { insertStep } from '@coldkeep/server/notices/step-queries'
import { insertTarget } from '@coldkeep/server/notices/target-queries'

interface DemoTarget {
  readonly login: string
  readonly name: string
  /** None: notified only as a step of an escalation. */
  readonly kinds: readonly NoticeKind[]
  readonly lowestRank: number
  readonly quiet: { readonly fromMinute: number; readonly untilMinute: number } | null
  readonly zone: string
  readonly language: Language
}

const NIGHT = { fromMinute: 22 * 60, untilMinute: 6 * 60 + 30 }

const targets = [
  {
    login: 'engineer',
    name: '值班工程師',
    kinds: noticeKinds,
    lowestRank: 2,
    quiet: null,
    zone: 'Asia/Taipei',
    language: 'zh-TW',
  },
  {
    login: 'region',
    name: '區經理',
    kinds: ['limit', 'terminal_lost', 'demand'],
    lowestRank: 3,
    quiet: NIGHT,
    zone: 'Asia/Taipei',
    language: 'zh-TW',
  },
  {
    login: 'admin',
    name: '總公司',
    kinds: [],
    lowestRank: 2,
    quiet: null,
    zone: 'Asia/Taipei',
    language: 'zh-TW',
  },
] as const satisfies readonly DemoTarget[]

/** Who is notified next while no one acknowledges what the first was notified of. */
const steps = [
  { of: 'engineer', afterMinutes: 15, next: 'region' },
  { of: 'engineer', afterMinutes: 30, next: 'admin' },
] as const

/** Who of the demo is notified of alarms, in the console: it needs no address of anyone. */
export function plantNoticeTargets(db: Db): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const ids = new Map<string, NoticeTargetId>()
    for (const { login, kinds, quiet, ...columns } of targets) {
      const { accountId, departmentId } = await trx
        .selectFrom('account')
        .select(['accountId', 'departmentId'])
        .where('login', '=', login)
        .executeTakeFirstOrThrow()
      ids.set(
        login,
        await insertTarget(trx, {
          ...columns,
          accountId,
          groupDepartmentId: null,
          onCallDepartmentId: null,
          channel: 'app',
          address: '',
          departmentIds: [departmentId],
          kinds: [...kinds],
          quietFromMinute: quiet?.fromMinute ?? null,
          quietUntilMinute: quiet?.untilMinute ?? null,
          isEnabled: true,
        }),
      )
    }
    for (const [index, { of, afterMinutes, next }] of steps.entries()) {
      const noticeTargetId = ids.get(of) as NoticeTargetId
      const nextTargetId = ids.get(next) as NoticeTargetId
      await insertStep(trx, { noticeTargetId, step: index + 1, afterMinutes, nextTargetId })
    }
  })
}
