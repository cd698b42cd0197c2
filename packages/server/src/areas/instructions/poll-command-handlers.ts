import { wirePollCommand } from '@coldkeep/contract/areas/poll-commands'
import { instructionFields } from '@coldkeep/contract/wire/instruction'
import type { PollCommandId } from '@coldkeep/domain/ids'
import { decoderIds, decoderNames, type PollCommandDraft } from '@coldkeep/domain/polling/poll-command'
import type { Trx } from '../../db/connect'
import type { Handlers } from '../../http/bind-call'
import { isOutdated, rowChanged } from '../../http/row-changed'
import { insertDeviceModel } from '../devices/queries'
import { selectPollCommands } from './queries'
import { pollFaults, refuseFaults } from './row-faults'
import { auditInstruction, codeTaken, rowsById } from './write-row'

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

  addPollCommands: async ({ db, user, body, clock }) => {
    refuseFaults(Object.assign({}, ...body.map((draft, index) => pollFaults(draft, `${ROWS}.${index}`))))
    await db.transaction().execute(async (trx) => {
      for (const [index, draft] of body.entries()) {
        const row = await trx
          .insertInto('pollCommand')
          .values(await columnsOf(trx, draft))
          .onConflict((conflict) => conflict.columns(['deviceModelId', 'commandCode']).doNothing())
          .returning('pollCommandId')
          .executeTakeFirst()
        if (row === undefined) throw codeTaken(`${ROWS}.${index}`)
        await auditInstruction(trx, { user, now: clock.now() }, 'add', nameOf(draft), { ...draft })
      }
    })
    return {}
  },

  changePollCommands: async ({ db, user, body, clock }) => {
    refuseFaults(Object.assign({}, ...body.map((draft, index) => pollFaults(draft, `${ROWS}.${index}.row`))))
    await db.transaction().execute(async (trx) => {
      for (const [index, { id, revision, ...draft }] of body.entries()) {
        const [before] = rowsById(await lockedRows(trx, id), [id])
        if (before === undefined) continue
        if (isOutdated({ revision }, before)) throw rowChanged(wirePollCommand, before)
        const columns = await columnsOf(trx, draft)
        const taken = await trx
          .selectFrom('pollCommand')
          .select('pollCommandId')
          .where('deviceModelId', '=', columns.deviceModelId)
          .where('commandCode', '=', columns.commandCode)
          .where('pollCommandId', '!=', id)
          .executeTakeFirst()
        if (taken !== undefined) throw codeTaken(`${ROWS}.${index}.row`)
        await trx
          .updateTable('pollCommand')
          .set({ ...columns, revision: before.revision + 1 })
          .where('pollCommandId', '=', id)
          .execute()
        const { id: _, revision: __, points: ___, deviceModelId: ____, ...was } = before
        await auditInstruction(trx, { user, now: clock.now() }, 'change', nameOf(draft), {
          before: was,
          after: draft,
        })
      }
    })
    return {}
  },

  removePollCommand: async ({ db, user, query: { id, revision }, clock }) => {
    await db.transaction().execute(async (trx) => {
      const [before] = rowsById(await lockedRows(trx, id), [id])
      if (before === undefined) return
      if (isOutdated({ revision }, before)) throw rowChanged(wirePollCommand, before)
      await trx.deleteFrom('pollCommand').where('pollCommandId', '=', id).execute()
      await auditInstruction(trx, { user, now: clock.now() }, 'remove', nameOf(before), {
        requestHex: before.requestHex,
        nodes: before.points,
      })
    })
    return {}
  },
} satisfies Pick<Handlers, PollCommandCall>

async function lockedRows(trx: Trx, id: PollCommandId) {
  await trx
    .selectFrom('pollCommand')
    .select('pollCommandId')
    .where('pollCommandId', '=', id)
    .forUpdate()
    .execute()
  return selectPollCommands(trx, { ids: [id] })
}

async function columnsOf(trx: Trx, { brand, model, ...columns }: PollCommandDraft) {
  return { ...columns, deviceModelId: await insertDeviceModel(trx, brand, model) }
}

function nameOf({ brand, model, commandCode }: PollCommandDraft): string[] {
  return [brand, model, commandCode]
}
