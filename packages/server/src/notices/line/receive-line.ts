import { createTranslator } from '@coldkeep/phrases/phrases'
import { languages } from '@coldkeep/phrases/translate'
import * as z from 'zod/mini'
import { addAudit } from '../../audit/add-audit'
import type { Basics } from '../../calls/context'
import type { LineApi } from './line-api'
import { countWrongCode, endLinks, isShutOut, type LinkedTarget, lockLinking, takeLink } from './link-queries'

const CODE = /^\d{6}$/

const happened = z.object({
  type: z.string(),
  replyToken: z.optional(z.string()),
  source: z.optional(z.object({ type: z.string(), userId: z.optional(z.string()) })),
  message: z.optional(z.object({ type: z.string(), text: z.optional(z.string()) })),
  deliveryContext: z.optional(z.object({ isRedelivery: z.boolean() })),
})
type Happened = z.output<typeof happened>
const webhookBody = z.object({ events: z.array(happened) })

/**
 * Takes events from LINE: a code that was sent, or a receiver that wants no more messages.
 * @param body the bytes as they came, which LINE has signed
 */
export async function receiveEvents(body: Uint8Array, line: LineApi, parts: Basics): Promise<void> {
  const parsed = webhookBody.safeParse(jsonOf(body))
  for (const event of parsed.success ? parsed.data.events : []) await receiveEvent(event, line, parts)
}

async function receiveEvent(event: Happened, line: LineApi, parts: Basics): Promise<void> {
  const sender = event.source?.type === 'user' ? event.source.userId : undefined
  if (sender === undefined || sender.length > 64) return
  if (event.type === 'unfollow') return endOf(sender, parts)
  if (event.type !== 'message' || event.message?.type !== 'text') return
  const code = (event.message.text ?? '').slice(0, 40).normalize('NFKC').replace(/[\s-]/g, '')
  if (!CODE.test(code)) return
  const answer = await tryCode(
    code,
    sender,
    { line, isAgain: event.deliveryContext?.isRedelivery === true },
    parts,
  )
  // LINE waits for our answer, so the reply to the sender goes separately
  if (answer !== null && event.replyToken !== undefined) void line.reply(event.replyToken, answer)
}

/** @returns the reply to the sender; nothing where their codes are not checked any more */
async function tryCode(
  code: string,
  sender: string,
  { line, isAgain }: { readonly line: LineApi; readonly isAgain: boolean },
  { db, clock }: Basics,
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const now = clock.now()
    await lockLinking(trx)
    if (await isShutOut(trx, sender, now)) return null
    const target = await takeLink(trx, line.hashCode(code), sender, now)
    if (target !== null) {
      await note(trx, 'notice.linked', target, now)
      return createTranslator(target.language)('notices.link.done', { target: target.name })
    }
    // repeated by LINE after we may have taken it already: no wrong try
    if (isAgain) return null
    await countWrongCode(trx, sender, now)
    // who it is, and in which language, is not known
    return languages.map((language) => createTranslator(language)('notices.link.wrong')).join('\n')
  })
}

/** The account was blocked or removed: what is sent to it would be accepted and never seen. */
async function endOf(sender: string, { db, clock }: Basics): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const target of await endLinks(trx, { sender }))
      await note(trx, 'notice.unlinked', target, clock.now())
  })
}

function note(
  trx: Parameters<typeof addAudit>[0],
  kind: 'notice.linked' | 'notice.unlinked',
  { noticeTargetId, name, departmentIds }: LinkedTarget,
  at: Parameters<typeof countWrongCode>[2],
): Promise<void> {
  const [departmentId] = departmentIds
  return addAudit(trx, {
    at,
    by: { accountId: null, name: 'LINE' },
    storeId: null,
    ...(departmentId === undefined ? {} : { departmentId }),
    kind,
    subject: `${noticeTargetId} ${name}`,
    outcome: 'done',
  })
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}
