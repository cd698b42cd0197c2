import type { PointLimitsDraft, PointLimitsRow } from '@coldkeep/contract/areas/limit-rules'
import type { DeviceModelId, LimitRuleId, PollScriptId, ScriptCommandId } from '@coldkeep/domain/ids'
import type { Db, Trx } from '../db/connect'

/** Of a script by command and node, or one. */
export function selectPointLimits(
  db: Db,
  { script, id, commandCode }: { script?: PollScriptId; id?: LimitRuleId; commandCode?: string | undefined },
): Promise<PointLimitsRow[]> {
  return db
    .selectFrom('limitRule')
    .innerJoin('scriptCommand', 'scriptCommand.scriptCommandId', 'limitRule.scriptCommandId')
    .select([
      'limitRuleId as id',
      'limitRule.scriptCommandId as command',
      'pointName',
      'unit',
      'lowLimit',
      'lowDelayMinutes',
      'highLimit',
      'highDelayMinutes',
      'lostDelayMinutes',
      'limitRule.revision',
    ])
    .$if(script !== undefined, (query) =>
      query.where('scriptCommand.pollScriptId', '=', script as PollScriptId),
    )
    .$if(id !== undefined, (query) => query.where('limitRuleId', '=', id as LimitRuleId))
    .$if(commandCode !== undefined, (query) => query.where('commandCode', '=', commandCode as string))
    .orderBy('limitRule.scriptCommandId')
    .orderBy('pointName')
    .execute()
}

/** Held until the transaction ends. */
export async function lockPointLimits(trx: Trx, id: LimitRuleId): Promise<void> {
  await trx.selectFrom('limitRule').select('limitRuleId').where('limitRuleId', '=', id).forUpdate().execute()
}

export async function insertPointLimits(
  trx: Trx,
  scriptCommandId: ScriptCommandId,
  draft: PointLimitsDraft,
): Promise<void> {
  await trx
    .insertInto('limitRule')
    .values({ ...draft, scriptCommandId })
    .execute()
}

/** Also counts up the revision that a rule had before. */
export async function updatePointLimits(
  trx: Trx,
  { id, revision }: Pick<PointLimitsRow, 'id' | 'revision'>,
  draft: PointLimitsDraft,
): Promise<void> {
  await trx
    .updateTable('limitRule')
    .set({ ...draft, revision: revision + 1 })
    .where('limitRuleId', '=', id)
    .execute()
}

export async function deletePointLimits(trx: Trx, id: LimitRuleId): Promise<void> {
  await trx.deleteFrom('limitRule').where('limitRuleId', '=', id).execute()
}

/** Names and units of the nodes of a command as they are being edited. */
export function selectEditedPoints(
  db: Db,
  { deviceModelId, commandCode }: { readonly deviceModelId: DeviceModelId; readonly commandCode: string },
) {
  return db
    .selectFrom('pointDefinition')
    .innerJoin('pollCommand', 'pollCommand.pollCommandId', 'pointDefinition.pollCommandId')
    .select(['name', 'unit'])
    .where('deviceModelId', '=', deviceModelId)
    .where('commandCode', '=', commandCode)
    .execute()
}
