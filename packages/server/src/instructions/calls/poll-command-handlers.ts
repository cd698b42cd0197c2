import { type PollCommandRow, pollCommandRow, wirePollCommand } from '@coldkeep/contract/areas/poll-commands'
import { Problem } from '@coldkeep/contract/problem'
import type { DepartmentId, PollCommandId, StoreId } from '@coldkeep/domain/ids'
import { decoderIds, decoderNames, type PollCommandDraft } from '@coldkeep/domain/polling/poll-command'
import { scopeOf, selectStoreInScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import { addRows, changeRows, type EditedTable, removeRow } from '../../calls/edit-rows'
import type { Db, Trx } from '../../db/connect'
import { insertModel, modelToWrite, refuseForeign, selectModel } from '../find-model'
import { selectSeenModels, updateModelSource } from '../model-queries'
import {
  deletePollCommand,
  insertPollCommand,
  lockPollCommand,
  selectModelOfCommand,
  selectPollCommands,
  updatePollCommand,
} from '../model-row-queries'
import { replaceModelTables, selectModelTables } from '../model-table-queries'
import { selectPublished } from '../model-version-queries'
import { selectScriptsUsing } from '../polled-command-queries'
import { pollFaults, refuseFaults } from '../row-faults'
import { auditInstruction, codeTaken, modelOfChange } from '../write-row'

type PollCommandCall =
  | 'listDeviceModels'
  | 'copyDeviceModel'
  | 'listDecoders'
  | 'listPollCommands'
  | 'addPollCommands'
  | 'changePollCommands'
  | 'removePollCommand'

export const pollCommandHandlers = {
  listDeviceModels: async ({ db, user, query: { storeId } }) => {
    const rows = await deviceModelsFor(db, user, storeId)
    const models = new Map<string, Set<string>>()
    for (const { brand, model } of rows) models.set(brand, (models.get(brand) ?? new Set()).add(model))
    return {
      brands: [...models.keys()],
      models: Object.fromEntries([...models].map(([brand, names]) => [brand, [...names]])),
      owned: rows.map(({ canEdit, ...row }) => ({ ...row, canEdit })),
    }
  },

  copyDeviceModel: async ({ db, user, body, clock }) => {
    await db.transaction().execute(async (trx) => {
      const from = await selectModel(trx, user, body)
      const published = (await selectPublished(trx, [from.deviceModelId])).get(from.deviceModelId)
      const tables = published?.tables ?? (await selectModelTables(trx, from.deviceModelId))
      const { newBrand: brand, newModel: model, departmentId: department = user.departmentId } = body
      const id = await insertModel(trx, user, { brand, model }, department)
      const { source, note } = from
      await updateModelSource(trx, id, { source, note })
      await replaceModelTables(trx, id, tables)
      const of = [from.brand, from.model].join(' ')
      await auditInstruction(trx, { user, now: clock.now() }, 'copy', [brand, model], { of, department })
    })
    return {}
  },

  listDecoders: async ({ translate }) =>
    decoderIds.map((id) => ({
      id: String(id),
      title: translate(`instructions.decoder.${decoderNames[id]}`),
    })),

  listPollCommands: async ({ db, user, query }) =>
    selectPollCommands(db, { ...query, from: user.departmentId }),

  addPollCommands: async (context) => {
    const at = (index: number) => `rows.${index}`
    const { rows, departmentId: department } = context.body
    refuseFaults(Object.assign({}, ...rows.map((draft, index) => pollFaults(draft, at(index)))))
    await addRows(pollCommandsOf(context.user, department), context, rows, at)
    return {}
  },

  changePollCommands: async (context) => {
    const at = (index: number) => `rows.${index}.row`
    refuseFaults(Object.assign({}, ...context.body.map((draft, index) => pollFaults(draft, at(index)))))
    await changeRows(pollCommandsOf(context.user), context, context.body, at)
    return {}
  },

  removePollCommand: async (context) => {
    await removeRow(pollCommandsOf(context.user), context, context.query)
    return {}
  },
} satisfies Pick<Handlers, PollCommandCall>

/** @param department to which new models belong */
function pollCommandsOf(
  user: SignedIn,
  department?: DepartmentId,
): EditedTable<PollCommandDraft, PollCommandRow> {
  return {
    kind: 'instruction',
    unknown: 'instruction.unknown',
    shape: wirePollCommand,
    taken: (at) => codeTaken(pollCommandRow, at),
    nameOf: ({ brand, model, commandCode }) => [brand, model, commandCode],
    ownerOf: ({ owner }) => owner?.id,
    lock: async (trx, id) => {
      await lockPollCommand(trx, id as PollCommandId)
      const [row = null] = await selectPollCommands(trx, { from: user.departmentId, ids: [id] })
      if (row !== null) refuseForeign(row)
      return row
    },
    insert: async (trx, { brand, model, ...columns }) => {
      const deviceModelId = await modelToWrite(trx, user, { brand, model }, department)
      await insertPollCommand(trx, deviceModelId, columns)
    },
    update: async (trx, before, draft) => {
      const { brand: _, model: __, ...columns } = draft
      const deviceModelId = await modelOfChange(trx, user, before, draft)
      if (!isSameCommand(before, draft)) await refuseUsed(trx, before)
      await updatePollCommand(trx, before, deviceModelId, columns)
    },
    remove: async (trx, row) => {
      await refuseUsed(trx, row)
      await deletePollCommand(trx, row.id)
    },
  }
}

function isSameCommand(a: PollCommandDraft, b: PollCommandDraft): boolean {
  return a.brand === b.brand && a.model === b.model && a.commandCode === b.commandCode
}

/**
 * Scripts name a command by its model and code.
 * @throws Problem `instruction.in_use` that names those that do
 */
async function refuseUsed(trx: Trx, { id, commandCode }: PollCommandRow): Promise<void> {
  const deviceModelId = await selectModelOfCommand(trx, id)
  const scripts = await selectScriptsUsing(trx, { deviceModelId, commandCode })
  if (scripts.length > 0) throw new Problem('instruction.in_use', { scripts: scripts.join(', ') })
}

/** Models that the caller sees; of a store those that are used there. */
async function deviceModelsFor(db: Db, user: SignedIn, storeId: StoreId | undefined) {
  const store = storeId === undefined ? null : await selectStoreInScope(db, scopeOf(user), storeId)
  return selectSeenModels(db, user.departmentId, store?.departmentId ?? null)
}
