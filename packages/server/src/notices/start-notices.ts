import { days, hours, later, seconds } from '@coldkeep/domain/time/instant'
import { deleteOldNotices, releaseSending } from '../outbox/notice-queries'
import { repeating } from '../tasks/repeating'
import { noticeLanes } from './outbox-queries'
import { type NoticeParts, sendNotices } from './send-notices'
import { deleteTestMessages } from './test-message-queries'

const LOOK_EVERY_MS = seconds(1)
const TIDY_EVERY_MS = hours(6)
/** As long as hours of readings are kept. */
const KEPT_MS = days(730)
/** Until every server has announced them. */
const TESTS_KEPT_MS = hours(1)

/**
 * Begins to send what the outbox holds, and goes on until it is closed.
 * @param isAlone no other process sends from this database: what the last one left is taken up at once
 */
export async function startNotices(
  parts: NoticeParts,
  { isAlone }: { readonly isAlone: boolean },
): Promise<{ close(): Promise<void> }> {
  const { db, clock, log } = parts
  if (isAlone) await releaseSending(db, clock.now())
  // side by side: a round of one is not waited for by the other
  const sending = noticeLanes.map((lane) =>
    repeating(LOOK_EVERY_MS, async () => void (await sendNotices(parts, [lane])), log),
  )
  const tidy = async () => {
    await deleteOldNotices(db, later(clock.now(), -KEPT_MS))
    await deleteTestMessages(db, later(clock.now(), -TESTS_KEPT_MS))
  }
  const tidying = repeating(TIDY_EVERY_MS, tidy, log)
  return {
    async close() {
      await Promise.all([...sending, tidying].map((each) => each.stop()))
    },
  }
}
