import { withUnderscores } from '@coldkeep/contract/wire/dialect'
import type { AccountId, DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { type AuditDraft, insertAudits } from './chain-queries'
import { markAudited } from './track-audit'

/** Who did it: an account, or a terminal by its id or the product where no one was signed in. */
export type Actor =
  | { readonly accountId: AccountId; readonly name: string }
  | { readonly accountId: null; readonly name: string }

/** What the product does on its own. */
export const SERVER = { accountId: null, name: 'Coldkeep' } as const satisfies Actor

export interface AuditEntry {
  readonly at: EpochMs
  readonly by: Actor
  /** The row is seen by who sees this store. */
  readonly storeId: StoreId | null
  /** Of the account or department it was done to; left out: of who did it. It decides who sees a row without a store. */
  readonly departmentId?: DepartmentId
  /**
   * The devices that it is about: it is withheld from accounts from which one of them is withheld. Left out:
   * none.
   */
  readonly deviceIds?: readonly DeviceId[]
  /** What was done, as `area.act`: `terminal.disable`, `command.write`. It has a text, `audit.kind.terminal_disable`. */
  readonly kind: string
  /** Whom or what it was done to: a terminal id. */
  readonly subject: string
  /** Never a secret, a code or a hash of one. Its fields are stored with underscores: `unitId` as `unit_id`. */
  readonly detail?: Readonly<Record<string, unknown>>
  /** `begun` where another entry will record the outcome. */
  readonly outcome: 'done' | 'begun' | 'refused' | 'failed'
}

const LONGEST_SUBJECT = 200
const LONGEST_DETAIL = 4000

const ROWS_AT_ONCE = 1000

/** Audits what was done, in the transaction that does it. Its place in the chain follows (`sealAudit`). */
export async function addAudit(db: Db, entry: AuditEntry): Promise<void> {
  await addAudits(db, [entry])
}

/** The same for a write to many things, so that it can be found under each of them. */
export async function addAudits(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  for (let first = 0; first < entries.length; first += ROWS_AT_ONCE) {
    const some = entries.slice(first, first + ROWS_AT_ONCE)
    await insertAudits(db, some.map(draftOf))
  }
  markAudited()
}

function draftOf({
  at,
  by,
  storeId,
  departmentId,
  deviceIds,
  kind,
  subject,
  detail,
  outcome,
}: AuditEntry): AuditDraft {
  return {
    at,
    accountId: by.accountId,
    accountName: storable(by.name),
    departmentId,
    storeId,
    deviceIds: [...(deviceIds ?? [])],
    kind,
    subject: storable(subject.slice(0, LONGEST_SUBJECT)),
    detail: storableDetail(detail ?? {}),
    outcome,
  }
}

/** The name of a field, and no number, code or text that a person entered. */
const FIELD_NAME = /^[a-z][a-zA-Z0-9]*$/

/** Details are kept for years and taken along as files: their fields are called as in calls, whatever we call them now. */
function inWireNames(detail: object): object {
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      FIELD_NAME.test(name) ? withUnderscores(name) : name,
      value as unknown,
    ]),
  )
}

/** The database stores neither U+0000 nor half a character. */
function storable(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd')
}

function storableDetail(detail: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(detail, (_, value: unknown) => {
    if (typeof value === 'string') return storable(value)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? inWireNames(value) : value
  })
  if (text.length > LONGEST_DETAIL) return { shortened: storable(text.slice(0, LONGEST_DETAIL)) }
  return JSON.parse(text) as Readonly<Record<string, unknown>>
}
