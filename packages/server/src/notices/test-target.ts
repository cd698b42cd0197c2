import type { Answer } from '@coldkeep/contract/call'
import type { calls } from '@coldkeep/contract/calls'
import { Problem } from '@coldkeep/contract/problem'
import { later, minutes } from '@coldkeep/domain/time/instant'
import { createTranslator } from '@coldkeep/phrases/phrases'
import { scopeOf } from '../access/scope'
import { addAudit } from '../audit/add-audit'
import type { CallContext } from '../calls/context'
import type { SendOutcome } from './channels/channel'
import { oneLine } from './channels/email'
import type { Notices } from './notices'
import { selectMembers } from './recipient-queries'
import { countTests, selectTarget } from './target-queries'
import { insertTestMessage } from './test-message-queries'
import { noticeReason } from './words/notice-reason'

type TestCall = (typeof calls)['testNoticeTarget']

const MOST_TESTS = 5
const WINDOW_MS = minutes(1)

/** Sends a test message past the outbox; of a group, to the caller. */
export async function testTarget(
  { db, user, clock, body, translate }: CallContext<TestCall>,
  notices: Pick<Notices, 'channels' | 'publicUrl'>,
): Promise<Answer<TestCall>> {
  const now = clock.now()
  const target = await selectTarget(db, scopeOf(user), body.id)
  if (target === null) throw new Problem('notice.target_unknown')
  const note = { at: now, by: user, storeId: null, kind: 'notice.test', subject: `${body.id} ${target.name}` }
  await db.transaction().execute(async (trx) => {
    if ((await countTests(trx, user.accountId, later(now, -WINDOW_MS))) >= MOST_TESTS)
      throw new Problem('request.too_many', { seconds: WINDOW_MS / 1000 })
    await addAudit(trx, { ...note, outcome: 'begun' })
  })
  const sending = notices.channels[target.channel]
  if (sending === undefined) return { isAccepted: false, message: translate('notices.reason.channel_off') }
  const isGroup = target.groupDepartmentId !== null || target.onCallDepartmentId !== null
  const accountId = isGroup ? user.accountId : target.accountId
  const members = await selectMembers(db, accountId === null ? [] : [accountId])
  const member = accountId === null ? undefined : members.get(accountId)
  const words = createTranslator(target.language)
  const title = words('notices.testTitle')
  const message = {
    key: `test:${body.id}:${now}`,
    language: target.language,
    title,
    body: words('notices.testBody', { target: oneLine(target.name) }),
    url: notices.publicUrl,
    topic: null,
    isUrgent: false,
    at: now,
    facts: [],
  }
  const address = target.channel === 'email' && accountId !== null ? (member?.email ?? '') : target.address
  const recipient = { ...target, targetId: body.id, accountId, address }
  const outcome: SendOutcome = await sending(message, recipient)
  if (outcome.kind === 'sent' && target.channel === 'app' && accountId !== null) {
    const { key, body: text } = message
    await insertTestMessage(db, { key, accountId, title, body: text }, now)
  }
  if (outcome.kind === 'sent') return { isAccepted: true, message: '' }
  return { isAccepted: false, message: noticeReason(outcome.reason, translate) }
}
