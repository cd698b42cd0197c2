import { type WriteCommandRow, wireWriteCommand } from '@coldkeep/contract/areas/write-commands'
import { instructionFields } from '@coldkeep/contract/wire/instruction'
import type { WriteCommandId } from '@coldkeep/domain/ids'
import type { WriteCommandDraft } from '@coldkeep/domain/polling/poll-command'
import type { Trx } from '../../db/connect'
import type { Handlers } from '../../http/bind-call'
import { insertDeviceModel } from '../devices/queries'
import { addRows, changeRows, type EditedTable, removeRow } from '../edit-rows'
import { selectWriteCommands } from './queries'
import { refuseFaults, writeFaults } from './row-faults'
import { codeTaken } from './write-row'

const ROWS = instructionFields.commands

type WriteCommandCall =
  | 'listWriteCommands'
  | 'addWriteCommands'
  | 'changeWriteCommands'
  | 'removeWriteCommand'

export const writeCommandHandlers = {
  listWriteCommands: async ({ db, query }) => selectWriteCommands(db, query),

  addWriteCommands: async (context) => {
    const at = (index: number) => `${ROWS}.${index}`
    refuseFaults(Object.assign({}, ...context.body.map((draft, index) => writeFaults(draft, at(index)))))
    await addRows(writeCommands, context, context.body, at)
    return {}
  },

  changeWriteCommands: async (context) => {
    const at = (index: number) => `${ROWS}.${index}.row`
    refuseFaults(Object.assign({}, ...context.body.map((draft, index) => writeFaults(draft, at(index)))))
    await changeRows(writeCommands, context, context.body, at)
    return {}
  },

  removeWriteCommand: async (context) => {
    await removeRow(writeCommands, context, context.query)
    return {}
  },
} satisfies Pick<Handlers, WriteCommandCall>

const writeCommands: EditedTable<WriteCommandDraft, WriteCommandRow> = {
  kind: 'instruction',
  unknown: 'instruction.unknown',
  shape: wireWriteCommand,
  taken: codeTaken,
  nameOf: ({ brand, model, commandCode }) => [brand, model, commandCode],
  lock: async (trx, id) => {
    await trx
      .selectFrom('writeCommand')
      .select('writeCommandId')
      .where('writeCommandId', '=', id as WriteCommandId)
      .forUpdate()
      .execute()
    return (await selectWriteCommands(trx, { ids: [id] }))[0] ?? null
  },
  insert: async (trx, draft) => {
    await trx
      .insertInto('writeCommand')
      .values(await columnsOf(trx, draft))
      .execute()
  },
  update: async (trx, before, draft) => {
    const columns = await columnsOf(trx, draft)
    await trx
      .updateTable('writeCommand')
      .set({ ...columns, revision: before.revision + 1 })
      .where('writeCommandId', '=', before.id)
      .execute()
  },
  remove: async (trx, row) => {
    await trx.deleteFrom('writeCommand').where('writeCommandId', '=', row.id).execute()
  },
}

async function columnsOf(trx: Trx, { brand, model, ...columns }: WriteCommandDraft) {
  return { ...columns, deviceModelId: await insertDeviceModel(trx, brand, model) }
}
