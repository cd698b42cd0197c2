import { pointRow, wirePointDefinition } from '@coldkeep/contract/areas/point-definitions'
import { Problem } from '@coldkeep/contract/problem'
import type { PollCommandId } from '@coldkeep/domain/ids'
import { inAnalysedUnit } from '@coldkeep/domain/points/analysed-unit'
import type { ModelPoint } from '@coldkeep/domain/polling/device-model'
import { isOutdated, rowChanged } from '../../access/row-changed'
import type { Handlers } from '../../calls/bind-call'
import type { Trx } from '../../db/connect'
import { refuseForeign } from '../find-model'
import {
  deletePointDefinition,
  insertPointDefinitions,
  lockPollCommand,
  selectCommandOfPoint,
  selectPointDefinitions,
  selectPollCommands,
  updatePointDefinition,
} from '../model-row-queries'
import { pointFaults, refuseFaults } from '../row-faults'
import { auditInstruction, type InstructionChange, rowsById } from '../write-row'

type PointDefinitionCall =
  | 'listPointDefinitions'
  | 'addPointDefinitions'
  | 'changePointDefinitions'
  | 'removePointDefinition'

const MOST_NODES = 500

export const pointDefinitionHandlers = {
  listPointDefinitions: async ({ db, user, query: { command: id } }) => {
    const [command] = await selectPollCommands(db, { from: user.departmentId, ids: [id] })
    if (command === undefined) throw new Problem('instruction.unknown')
    return selectPointDefinitions(db, id)
  },

  addPointDefinitions: async ({ db, user, body, clock }) => {
    await db.transaction().execute(async (trx) => {
      const { command, points, name, by } = await lockedCommand(trx, { user, now: clock.now() }, body.command)
      const rows = analysedRows(body.rows, (index) => `rows.${index}`)
      const all = [...points, ...rows]
      if (all.length > MOST_NODES) throw new Problem('instruction.too_many', { limit: MOST_NODES })
      const fresh = points.length
      refuseFaults(pointFaults(command, all, (index) => (index < fresh ? null : `rows.${index - fresh}`)))
      await insertPointDefinitions(trx, body.command, rows)
      for (const row of rows) await auditInstruction(trx, by, 'add', [...name, row.name], { ...row })
    })
    return {}
  },

  changePointDefinitions: async ({ db, user, body, clock }) => {
    await db.transaction().execute(async (trx) => {
      const { command, points, name, by } = await lockedCommand(trx, { user, now: clock.now() }, body.command)
      const before = rowsById(
        points,
        body.rows.map(({ id }) => id),
      )
      for (const [index, row] of before.entries()) {
        const change = body.rows[index]
        if (change !== undefined && isOutdated(change, row)) throw rowChanged(wirePointDefinition, row)
      }
      const places = new Map(body.rows.map(({ id }, index) => [id, index]))
      // what is written comes last, so that it is found to repeat others and not they it
      const kept = points.filter(({ id }) => !places.has(id))
      const rows = analysedRows(body.rows, (index) => `rows.${index}.row`)
      const all = [...kept, ...rows]
      refuseFaults(
        pointFaults(command, all, (index) =>
          index < kept.length ? null : `rows.${index - kept.length}.row`,
        ),
      )
      for (const [index, { id, revision: _, ...draft }] of rows.entries()) {
        const was = before[index]
        if (was === undefined) continue
        await updatePointDefinition(trx, { id, revision: was.revision }, draft)
        const { id: __, revision: ___, ...old } = was
        await auditInstruction(trx, by, 'change', [...name, draft.name], {
          before: old,
          after: draft,
        })
      }
    })
    return {}
  },

  removePointDefinition: async ({ db, user, query: { id, revision }, clock }) => {
    await db.transaction().execute(async (trx) => {
      const pollCommandId = await selectCommandOfPoint(trx, id)
      if (pollCommandId === null) throw new Problem('instruction.unknown')
      const { points, name, by } = await lockedCommand(trx, { user, now: clock.now() }, pollCommandId)
      const [row] = rowsById(points, [id])
      if (row === undefined) return
      if (isOutdated({ revision }, row)) throw rowChanged(wirePointDefinition, row)
      await deletePointDefinition(trx, id)
      await auditInstruction(trx, by, 'remove', [...name, row.name], {})
    })
    return {}
  },
} satisfies Pick<Handlers, PointDefinitionCall>

/** Nodes in the units of the analyses. @throws Problem naming the units that lead to none */
function analysedRows<Row extends ModelPoint>(rows: readonly Row[], atOf: (index: number) => string): Row[] {
  const analysed = rows.map(inAnalysedUnit)
  const faults = analysed.flatMap((row, index) =>
    row === null ? [[`${atOf(index)}.${pointRow.place.unit}`, 'choice'] as const] : [],
  )
  refuseFaults(Object.fromEntries(faults))
  return analysed.filter((row) => row !== null)
}

/**
 * The command with its nodes; no one else writes nodes of it until the transaction ends.
 * @throws Problem `instruction.unknown`, `access.owner`
 */
async function lockedCommand(trx: Trx, { user, now }: InstructionChange, pollCommandId: PollCommandId) {
  await lockPollCommand(trx, pollCommandId)
  const [command] = await selectPollCommands(trx, { from: user.departmentId, ids: [pollCommandId] })
  if (command === undefined) throw new Problem('instruction.unknown')
  refuseForeign(command)
  const points = await selectPointDefinitions(trx, pollCommandId)
  const by = { user, now, departmentId: command.owner?.id ?? null }
  return { command, points, by, name: [command.brand, command.model, command.commandCode] }
}
