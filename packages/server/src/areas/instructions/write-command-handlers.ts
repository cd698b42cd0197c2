import { wireWriteCommand } from '@coldkeep/contract/areas/write-commands'
import { instructionFields } from '@coldkeep/contract/wire/instruction'
import type { WriteCommandId } from '@coldkeep/domain/ids'
import type { WriteCommandDraft } from '@coldkeep/domain/polling/poll-command'
import type { Trx } from '../../db/connect'
import type { Handlers } from '../../http/bind-call'
import { isOutdated, rowChanged } from '../../http/row-changed'
import { insertDeviceModel } from '../devices/queries'
import { selectWriteCommands } from './queries'
import { refuseFaults, writeFaults } from './row-faults'
import { auditInstruction, codeTaken, rowsById } from './write-row'

const ROWS = instructionFields.commands

type WriteCommandCall =
  | 'listWriteCommands'
  | 'addWriteCommands'
  | 'changeWriteCommands'
  | 'removeWriteCommand'

export const writeCommandHandlers = {
  listWriteCommands: async ({ db, query }) => selectWriteCommands(db, query),

  addWriteCommands: async ({ db, user, body, clock }) => {
    refuseFaults(Object.assign({}, ...body.map((draft, index) => writeFaults(draft, `${ROWS}.${index}`))))
    await db.transaction().execute(async (trx) => {
      for (const [index, draft] of body.entries()) {
        const row = await trx
          .insertInto('writeCommand')
          .values(await columnsOf(trx, draft))
          .onConflict((conflict) => conflict.columns(['deviceModelId', 'commandCode']).doNothing())
          .returning('writeCommandId')
          .executeTakeFirst()
        if (row === undefined) throw codeTaken(`${ROWS}.${index}`)
        await auditInstruction(trx, { user, now: clock.now() }, 'add', nameOf(draft), { ...draft })
      }
    })
    return {}
  },

  changeWriteCommands: async ({ db, user, body, clock }) => {
    refuseFaults(Object.assign({}, ...body.map((draft, index) => writeFaults(draft, `${ROWS}.${index}.row`))))
    await db.transaction().execute(async (trx) => {
      for (const [index, { id, revision, ...draft }] of body.entries()) {
        const [before] = rowsById(await lockedRows(trx, id), [id])
        if (before === undefined) continue
        if (isOutdated({ revision }, before)) throw rowChanged(wireWriteCommand, before)
        const columns = await columnsOf(trx, draft)
        const taken = await trx
          .selectFrom('writeCommand')
          .select('writeCommandId')
          .where('deviceModelId', '=', columns.deviceModelId)
          .where('commandCode', '=', columns.commandCode)
          .where('writeCommandId', '!=', id)
          .executeTakeFirst()
        if (taken !== undefined) throw codeTaken(`${ROWS}.${index}.row`)
        await trx
          .updateTable('writeCommand')
          .set({ ...columns, revision: before.revision + 1 })
          .where('writeCommandId', '=', id)
          .execute()
        const { id: _, revision: __, deviceModelId: ___, ...was } = before
        await auditInstruction(trx, { user, now: clock.now() }, 'change', nameOf(draft), {
          before: was,
          after: draft,
        })
      }
    })
    return {}
  },

  removeWriteCommand: async ({ db, user, query: { id, revision }, clock }) => {
    await db.transaction().execute(async (trx) => {
      const [before] = rowsById(await lockedRows(trx, id), [id])
      if (before === undefined) return
      if (isOutdated({ revision }, before)) throw rowChanged(wireWriteCommand, before)
      await trx.deleteFrom('writeCommand').where('writeCommandId', '=', id).execute()
      await auditInstruction(trx, { user, now: clock.now() }, 'remove', nameOf(before), {
        requestHex: before.requestHex,
      })
    })
    return {}
  },
} satisfies Pick<Handlers, WriteCommandCall>

async function lockedRows(trx: Trx, id: WriteCommandId) {
  await trx
    .selectFrom('writeCommand')
    .select('writeCommandId')
    .where('writeCommandId', '=', id)
    .forUpdate()
    .execute()
  return selectWriteCommands(trx, { ids: [id] })
}

async function columnsOf(trx: Trx, { brand, model, ...columns }: WriteCommandDraft) {
  return { ...columns, deviceModelId: await insertDeviceModel(trx, brand, model) }
}

function nameOf({ brand, model, commandCode }: WriteCommandDraft): string[] {
  return [brand, model, commandCode]
}
