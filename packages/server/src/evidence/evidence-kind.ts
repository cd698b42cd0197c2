import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '@coldkeep/contract/problem'
import { type GuardedKind, guardedKinds } from '@coldkeep/domain/access/equipment'
import type { StoreId } from '@coldkeep/domain/ids'
import { days } from '@coldkeep/domain/time/instant'
import { isLocalDate, type LocalDate } from '@coldkeep/domain/time/local-date'
import * as z from 'zod/mini'
import { scopeOf, selectStoreInScope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import { judgedUpTo } from '../analysis/run-store-days'
import type { Db } from '../db/connect'
import type { DownloadKind, MadeFile, Making } from '../downloads/download-kind'
import { tidyFolder } from '../files/tidy-folder'
import type { EvidenceKey } from './evidence-key'
import { makePack, packNameOf } from './make-pack'

/** As orders of packs are called in the queue. */
export const EVIDENCE = 'insured'

const localDate = z.custom<LocalDate>((value) => typeof value === 'string' && isLocalDate(value))
const packOrder = z.object({
  storeId: z.custom<StoreId>((value) => Number.isSafeInteger(value)),
  first: localDate,
  last: localDate,
  /** Equipment that was withheld from who ordered it: a pack never shows more than that. */
  hidden: z.array(z.enum(guardedKinds)),
})
export type PackOrder = z.output<typeof packOrder>

const FOLDER = 'evidence-work'
/** A folder so old is of a process that has ended. */
const WORK_KEPT_MS = days(1)

/** Where packs are put together, and what signs them. */
export interface EvidencePlace {
  readonly dataFolder: string
  readonly key: EvidenceKey
}

/** Packs of evidence as files that are ordered. */
export function evidenceKind({ dataFolder, key }: EvidencePlace): DownloadKind<PackOrder> {
  const work = join(dataFolder, FOLDER)
  return {
    page: '2-1-2',
    input: packOrder,
    check: checkPack,
    async make(making) {
      await mkdir(work, { recursive: true, mode: 0o700 })
      const now = making.clock.now()
      await tidyFolder(work, ({ changedAtMs }) => now - changedAtMs <= WORK_KEPT_MS)
      return beginPack(making, key, join(work, randomBytes(12).toString('hex')))
    },
  }
}

/** @throws Problem `store.unknown`; `access.equipment` where something is withheld by now that the pack may show */
async function checkPack(db: Db, user: SignedIn, { storeId, hidden }: PackOrder): Promise<void> {
  await selectStoreInScope(db, scopeOf(user), storeId)
  if ([...user.equipment.hidden].some((kind) => !hidden.includes(kind))) throw new Problem('access.equipment')
}

async function beginPack(making: Making<PackOrder>, key: EvidenceKey, folder: string): Promise<MadeFile> {
  const { db, clock, user, input, language, translate, signal, report } = making
  const { storeId, first, last } = input
  const hidden = new Set<GuardedKind>([...input.hidden, ...user.equipment.hidden])
  const scope = { ...scopeOf(user), hidden }
  const { code } = await selectStoreInScope(db, scope, storeId)
  const now = clock.now()
  const content = await makePack(
    db,
    {
      ...{ scope, storeId, first, last, key, now },
      asOf: judgedUpTo(now),
      madeBy: user.name,
      packName: packNameOf(code, first, last),
      words: { language, translate },
      progress: (done, total) => {
        signal.throwIfAborted()
        report(done, total)
      },
    },
    folder,
  )
  if (content === null) throw new Problem('evidence.not_insured')
  return { name: packNameOf(code, first, last), mediaType: 'application/zip', content }
}
