import type { DownloadId, StoreId } from '@coldkeep/domain/ids'
import type { Language } from '@coldkeep/phrases/translate'
import * as z from 'zod/mini'
import { scopeOf, selectStoreInScope } from '../access/scope'
import { selectPerson } from '../accounts/sign-in-queries'
import { anyKind, type DownloadKinds, type Making, NotYet } from '../downloads/download-kind'
import { orderDownload } from '../downloads/order-download'
import type { TestServer } from './test-server'

const textOrder = z.object({ storeId: z.custom<StoreId>(), text: z.string() })
type TextOrder = z.output<typeof textOrder>

/** Files of a few words about a store, made as a test says. */
export interface DownloadRig {
  readonly kinds: DownloadKinds
  /** What was begun, by its text. */
  readonly begun: string[]
  /** Called with each piece of a file before it is written. */
  onPiece: (text: string, making: Making<TextOrder>) => Promise<void>
  /** How often a file says that it cannot be made yet. */
  notYet: number
}

export const PIECES = 5

export function downloadRig(): DownloadRig {
  const words = anyKind<TextOrder>({
    page: '2-1-1',
    input: textOrder,
    async check(db, user, { storeId }) {
      await selectStoreInScope(db, scopeOf(user), storeId)
    },
    async make(making) {
      const { text } = making.input
      rig.begun.push(text)
      if (rig.notYet > 0) {
        rig.notYet -= 1
        throw new NotYet(60_000)
      }
      async function* content() {
        for (let piece = 1; piece <= PIECES; piece++) {
          making.report(piece, PIECES)
          await rig.onPiece(text, making)
          yield `${text} ${piece}\n`
        }
      }
      return { name: `${text}.txt`, mediaType: 'text/plain; charset=utf-8', content: content() }
    },
  })
  const rig: DownloadRig = { kinds: { words }, begun: [], onPiece: async () => {}, notYet: 0 }
  return rig
}

export async function orderWords(
  { db, clock, fleet }: TestServer,
  text: string,
  { as = 'admin', storeId = fleet.stores.alder.storeId, language = 'en' as Language } = {},
): Promise<DownloadId> {
  const user = await selectPerson(db, fleet.accounts[as as 'admin'])
  if (user === null) throw new Error(`${as} may nothing`)
  return db
    .transaction()
    .execute((trx) =>
      orderDownload(
        trx,
        user,
        { kind: 'words', input: { storeId, text }, title: text, language },
        clock.now(),
      ),
    )
}
