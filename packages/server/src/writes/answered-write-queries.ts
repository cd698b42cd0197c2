import { writeOutcome } from '@coldkeep/contract/mqtt/command-arguments'
import type { DeviceModelId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { sameIn } from '../db/same-in'

interface AnsweredWrite {
  readonly deviceModelId: DeviceModelId
  readonly commandCode: string
}

/** What devices of a model answered to one of its writes, newest first; silence is no answer. */
export async function selectAnsweredWrites(
  db: Db,
  scope: Scope,
  { deviceModelId, commandCode }: AnsweredWrite,
  most: number,
) {
  const rows = await db
    .selectFrom('writeLine')
    .innerJoin('device', sameIn('device', 'writeLine', 'storeId', 'deviceId'))
    .innerJoin('store', 'store.storeId', 'writeLine.storeId')
    .innerJoin('command', sameIn('command', 'writeLine', 'storeId', 'commandId'))
    .select([
      'store.code as storeCode',
      'store.name as storeName',
      'device.name as deviceName',
      'writeLine.value',
      'writeLine.arg',
      'command.outcome',
      'command.changedAt',
    ])
    .where('device.deviceModelId', '=', deviceModelId)
    .where('writeLine.commandCode', '=', commandCode)
    .where('command.outcome', 'is not', null)
    .where(isInScope(scope))
    .where(isShown(scope, 'writeLine'))
    .orderBy('command.changedAt', 'desc')
    .orderBy('command.commandId')
    .limit(most)
    .execute()
  return rows.flatMap(({ outcome, ...row }) => {
    const packet = z.safeParse(writeOutcome, outcome).data?.packet ?? ''
    return packet === '' ? [] : [{ ...row, packet }]
  })
}
