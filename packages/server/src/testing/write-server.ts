import { pageKeys } from '@coldkeep/domain/access/page-key'
import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import type { Updateable } from 'kysely'
import { insertAccount, insertPermissionType, selectWholeEquipmentType } from '../accounts/sign-in-queries'
import type { Db } from '../db/connect'
import type { Tables } from '../db/tables'
import { quickHash } from './quick-hash'
import { NOON, type Received, type TestServer, testServer } from './test-server'
import { PASSWORD, type TinyStore } from './tiny-fleet'
import { type WriteRig, writeRig } from './write-rig'

/** A server whose freezers can be written to: by `admin` and `second`, not by `reader`. */
export interface WriteServer extends WriteRig {
  readonly server: TestServer
  /** Nothing was ever written. */
  reset(): Promise<void>
  /** Asks for a set point that takes a second person: the freezer of a store at −10 °C. */
  requestRisky(store: TinyStore): Promise<Received['body']>
  decide(id: string, as: string, body?: object): Promise<Received>
  accountOf(login: string): Promise<AccountId>
  setAccount(login: string, changes: Updateable<Tables['account']>): Promise<unknown>
  audits(kind: string): Promise<{ accountName: string; subject: string; detail: unknown; outcome: string }[]>
}

export async function writeServer(database: Db): Promise<WriteServer> {
  const server = await testServer({ database })
  const rig = writeRig(server)
  const { stores, company } = server.fleet
  await rig.publish(Object.values(stores).map(({ freezer }) => freezer.deviceId))
  await rig.scripts.givePort(stores.alder)
  await rig.scripts.givePort(stores.birch)
  await insertPeople(server.db, company)
  return {
    ...rig,
    server,
    async reset() {
      server.clock.set(NOON)
      await server.db.deleteFrom('command').where('op', '=', 'write').execute()
      await server.db.deleteFrom('notice').where('subjectKind', '=', 'write').execute()
      await server.db.deleteFrom('writeLine').execute()
      await server.db.deleteFrom('writeRequest').execute()
    },
    requestRisky: async (store) => (await rig.requestWrite(writeTo(store, 'set', -10))).body,
    decide: (id, as, body = { approves: true }) =>
      server.send('POST', `/api/v2/remote/writes/${id}/decision`, { as, body }),
    async accountOf(login) {
      const row = server.db.selectFrom('account').select('accountId').where('login', '=', login)
      return (await row.executeTakeFirstOrThrow()).accountId
    },
    setAccount: (login, changes) =>
      server.db.updateTable('account').set(changes).where('login', '=', login).execute(),
    audits: (kind) =>
      server.db
        .selectFrom('audit')
        .select(['accountName', 'subject', 'detail', 'outcome'])
        .where('kind', '=', kind)
        .orderBy('auditId' as never)
        .execute() as never,
  }
}

async function insertPeople(db: Db, departmentId: DepartmentId): Promise<void> {
  const everything = await insertPermissionType(db, 'Everything', pageKeys)
  const whole = await selectWholeEquipmentType(db)
  const people: [login: string, equipment: typeof whole][] = [
    ['second', whole],
    ['reader', []],
  ]
  for (const [login, equipmentTypeIds] of people) {
    const passwordHash = await quickHash(PASSWORD)
    const draft = { login, name: login, email: '', passwordHash, departmentId }
    await insertAccount(db, { ...draft, permissionTypeIds: [everything], equipmentTypeIds }, NOON)
  }
}

/** What is asked of the freezer of a store. */
export function writeTo(store: TinyStore, code: string, value: number | null = null) {
  return { store: String(store.storeId), devices: [String(store.freezer.deviceId)], code, value }
}

export function lineOf(write: { readonly lines: readonly Record<string, unknown>[] }) {
  return write.lines[0] as Record<string, unknown>
}

export function codeOf({ status, body }: Pick<Received, 'status' | 'body'>) {
  return [status, body.code]
}

/** A value as a terminal tells that it read it. */
export function valueRead(value: number | null, quality = 0) {
  return { value, quality, at: NOON }
}
