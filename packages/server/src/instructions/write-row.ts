import { Problem } from '@coldkeep/contract/problem'
import type { Owned } from '@coldkeep/contract/wire/owner'
import type { DepartmentId, DeviceModelId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import { modelToWrite } from './find-model'
import type { ModelName } from './model-queries'

/** Rows of the instruction tables by their id; one that is gone is reported as such. */
export function rowsById<Row extends { readonly id: number }>(
  rows: readonly Row[],
  ids: readonly number[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = byId.get(id)
    if (row === undefined) throw new Problem('instruction.unknown')
    return row
  })
}

export interface InstructionChange {
  readonly user: SignedIn
  readonly now: EpochMs
  /** The owner of the model; the department of the acting account when left out. */
  readonly departmentId?: DepartmentId | null
}

/** @param subject brand, model and what of it */
export async function auditInstruction(
  trx: Trx,
  { user, now, departmentId }: InstructionChange,
  kind: 'add' | 'change' | 'remove' | 'copy' | 'publish' | 'request' | 'approve' | 'reject' | 'withdraw',
  subject: readonly string[],
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await addAudit(trx, {
    at: now,
    by: { accountId: user.accountId, name: user.name },
    storeId: null,
    ...(departmentId && { departmentId }),
    kind: `instruction.${kind}`,
    subject: subject.join(' · '),
    detail,
    outcome: 'done',
  })
}

/**
 * Two rows of a model cannot have one command code.
 * @param at where the row is in what was sent
 * @returns the refusal
 */
export function codeTaken(
  { place }: { readonly place: { readonly commandCode: number } },
  at: string,
): Problem {
  return new Problem('instruction.exists', {}, { [`${at}.${place.commandCode}`]: 'choice' })
}

/**
 * The model of a row that is changed: its own, or another one of the same owner to which it moves.
 * @throws Problem `access.owner`, `model.exists`
 */
export function modelOfChange(
  trx: Trx,
  user: SignedIn,
  { owner }: Owned,
  name: Pick<ModelName, 'brand' | 'model'>,
): Promise<DeviceModelId> {
  return modelToWrite(trx, user, name, owner?.id)
}
