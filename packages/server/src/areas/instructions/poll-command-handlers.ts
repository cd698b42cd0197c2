import { type PollCommandRow, wirePollCommand } from '@coldkeep/contract/areas/poll-commands'
import { Problem } from '@coldkeep/contract/problem'
import { instructionFields } from '@coldkeep/contract/wire/instruction'
import type { PollCommandId } from '@coldkeep/domain/ids'
import { decoderIds, decoderNames, type PollCommandDraft } from '@coldkeep/domain/polling/poll-command'
import type { Trx } from '../../db/connect'
import type { Handlers } from '../../http/bind-call'
import { selectScriptsUsing } from '../../scripts/script-queries'
import { insertDeviceModel } from '../devices/queries'
import { addRows, changeRows, type EditedTable, removeRow } from '../edit-rows'
import { selectPollCommands } from './queries'
import { pollFaults, refuseFaults } from './row-faults'
import { codeTaken } from './write-row'

const ROWS = instructionFields.commands

type PollCommandCall =
  | 'listDeviceModels'
  | 'listDecoders'
  | 'listPollCommands'
  | 'addPollCommands'
  | 'changePollCommands'
  | 'removePollCommand'

export const pollCommandHandlers = {
  listDeviceModels: async ({ db }) => {
    const rows = await db
      .selectFrom('deviceModel')
      .select(['brand', 'model'])
      .orderBy('brand')
      .orderBy('model')
      .execute()
    const models = new Map<string, string[]>()
    for (const { brand, model } of rows) models.set(brand, [...(models.get(brand) ?? []), model])
    return { brands: [...models.keys()], models: Object.fromEntries(models) }
  },

  listDecoders: async ({ translate }) =>
    decoderIds.map((id) => ({
      id: String(id),
      title: translate(`instructions.decoder.${decoderNames[id]}`),
    })),

  listPollCommands: async ({ db, query }) => selectPollCommands(db, query),

  addPollCommands: async (context) => {
    const at = (index: number) => `${ROWS}.${index}`
    refuseFaults(Object.assign({}, ...context.body.map((draft, index) => pollFaults(draft, at(index)))))
    await addRows(pollCommands, context, context.body, at)
    return {}
  },

  changePollCommands: async (context) => {
    const at = (index: number) => `${ROWS}.${index}.row`
    refuseFaults(Object.assign({}, ...context.body.map((draft, index) => pollFaults(draft, at(index)))))
    await changeRows(pollCommands, context, context.body, at)
    return {}
  },

  removePollCommand: async (context) => {
    await removeRow(pollCommands, context, context.query)
    return {}
  },
} satisfies Pick<Handlers, PollCommandCall>

const pollCommands: EditedTable<PollCommandDraft, PollCommandRow> = {
  kind: 'instruction',
  unknown: 'instruction.unknown',
  shape: wirePollCommand,
  taken: codeTaken,
  nameOf: ({ brand, model, commandCode }) => [brand, model, commandCode],
  lock: async (trx, id) => {
    await trx
      .selectFrom('pollCommand')
      .select('pollCommandId')
      .where('pollCommandId', '=', id as PollCommandId)
      .forUpdate()
      .execute()
    return (await selectPollCommands(trx, { ids: [id] }))[0] ?? null
  },
  insert: async (trx, draft) => {
    await trx
      .insertInto('pollCommand')
      .values(await columnsOf(trx, draft))
      .execute()
  },
  update: async (trx, before, draft) => {
    const columns = await columnsOf(trx, draft)
    if (!isSameCommand(before, draft)) await refuseUsed(trx, before)
    await trx
      .updateTable('pollCommand')
      .set({ ...columns, revision: before.revision + 1 })
      .where('pollCommandId', '=', before.id)
      .execute()
  },
  remove: async (trx, row) => {
    await refuseUsed(trx, row)
    await trx.deleteFrom('pollCommand').where('pollCommandId', '=', row.id).execute()
  },
}

async function columnsOf(trx: Trx, { brand, model, ...columns }: PollCommandDraft) {
  return { ...columns, deviceModelId: await insertDeviceModel(trx, brand, model) }
}

function isSameCommand(a: PollCommandDraft, b: PollCommandDraft): boolean {
  return a.brand === b.brand && a.model === b.model && a.commandCode === b.commandCode
}

/** Scripts name a command by its model and code. @throws Problem `instruction.in_use` that tells which do */
async function refuseUsed(trx: Trx, { brand, model, commandCode }: PollCommandDraft): Promise<void> {
  const scripts = await selectScriptsUsing(trx, { brand, model, commandCode })
  if (scripts.length > 0) throw new Problem('instruction.in_use', { scripts: scripts.join(', ') })
}
