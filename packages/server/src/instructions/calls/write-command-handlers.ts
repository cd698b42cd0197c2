import {
  type WriteCommandRow,
  wireWriteCommand,
  writeCommandRow,
} from '@coldkeep/contract/areas/write-commands'
import type { DepartmentId, WriteCommandId } from '@coldkeep/domain/ids'
import { checkWriteRow } from '@coldkeep/domain/polling/check-write-row'
import type { WriteCommandDraft } from '@coldkeep/domain/polling/poll-command'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import { addRows, changeRows, type EditedTable, removeRow } from '../../calls/edit-rows'
import { modelToWrite, refuseForeign } from '../find-model'
import {
  deleteWriteCommand,
  insertWriteCommand,
  lockWriteCommand,
  selectWriteCommands,
  updateWriteCommand,
} from '../model-row-queries'
import { refuseFaults, writeFaults } from '../row-faults'
import { codeTaken, modelOfChange } from '../write-row'

type WriteCommandCall =
  | 'listWriteCommands'
  | 'addWriteCommands'
  | 'changeWriteCommands'
  | 'removeWriteCommand'

export const writeCommandHandlers = {
  listWriteCommands: async ({ db, user, query }) =>
    selectWriteCommands(db, { ...query, from: user.departmentId }),

  addWriteCommands: async (context) => {
    const at = (index: number) => `rows.${index}`
    const { rows, departmentId: department } = context.body
    refuseFaults(
      Object.assign({}, ...rows.map((draft, index) => writeFaults(checkWriteRow(draft), at(index)))),
    )
    await addRows(writeCommandsOf(context.user, department), context, rows, at)
    return {}
  },

  changeWriteCommands: async (context) => {
    const at = (index: number) => `rows.${index}.row`
    refuseFaults(
      Object.assign({}, ...context.body.map((draft, index) => writeFaults(checkWriteRow(draft), at(index)))),
    )
    await changeRows(writeCommandsOf(context.user), context, context.body, at)
    return {}
  },

  removeWriteCommand: async (context) => {
    await removeRow(writeCommandsOf(context.user), context, context.query)
    return {}
  },
} satisfies Pick<Handlers, WriteCommandCall>

/** @param department to which new models belong */
function writeCommandsOf(
  user: SignedIn,
  department?: DepartmentId,
): EditedTable<WriteCommandDraft, WriteCommandRow> {
  return {
    kind: 'instruction',
    unknown: 'instruction.unknown',
    shape: wireWriteCommand,
    taken: (at) => codeTaken(writeCommandRow, at),
    nameOf: ({ brand, model, commandCode }) => [brand, model, commandCode],
    ownerOf: ({ owner }) => owner?.id,
    lock: async (trx, id) => {
      await lockWriteCommand(trx, id as WriteCommandId)
      const [row = null] = await selectWriteCommands(trx, { from: user.departmentId, ids: [id] })
      if (row !== null) refuseForeign(row)
      return row
    },
    insert: async (trx, { brand, model, ...columns }) => {
      const deviceModelId = await modelToWrite(trx, user, { brand, model }, department)
      await insertWriteCommand(trx, deviceModelId, columns)
    },
    update: async (trx, before, draft) => {
      const { brand: _, model: __, ...columns } = draft
      const deviceModelId = await modelOfChange(trx, user, before, draft)
      await updateWriteCommand(trx, before, deviceModelId, columns)
    },
    remove: async (trx, row) => {
      await deleteWriteCommand(trx, row.id)
    },
  }
}
