import type { DeviceModelId } from '@coldkeep/domain/ids'
import { readStoreDays } from '../analysis/read-store-days'
import { advanceApplies } from '../parameters/apply/advance-applies'
import { silent } from './ingest-rig'
import type { Received } from './test-server'
import type { TinyStore } from './tiny-fleet'
import { beginTargets } from './update-rig'
import { valueRead, type WriteServer } from './write-server'

/** Parameter files that are put into the freezers of a {@link WriteServer}. */
export interface ApplyRig {
  /** Nothing was ever applied; the freezers are as said: set points in °C, locks off. */
  reset(setpoints: ReadonlyMap<TinyStore, number>): Promise<void>
  /** @returns the id of a new parameter file */
  profile(values: Readonly<Record<string, number>>, more?: object): Promise<string>
  plan(profile: string, query?: string, as?: string): Promise<Received>
  start(profile: string, body?: object, as?: string): Promise<Received>
  /** Plans it and starts it so. @returns the id of the apply */
  apply(profile: string, body?: object): Promise<string>
  read(id: string, as?: string): Promise<Received['body']>
  /** What servers do all the time: begin targets, and go on with applies. */
  round(): Promise<void>
  /** The write that is open for a store, with what it sets its device to. */
  openWrites(store: TinyStore): Promise<{ commandId: string; expected: number | undefined }[]>
  /** The terminal of a store carries out the write that is open, and reads back what was meant, or something else. */
  confirm(store: TinyStore, was: number, is?: number): Promise<void>
}

const PROFILES = '/api/v2/tc/param-profile'
const APPLY = '/api/v2/tc/apply'

export function applyRig({ server, ...rig }: WriteServer): ApplyRig {
  const { db, clock } = server
  let made = 0
  const plan = (profile: string, query = '', as = 'admin') =>
    server.send('GET', `${APPLY}/plan?profile=${profile}${query}`, { as })
  const start = (profile: string, body: object = {}, as = 'admin') =>
    server.send('POST', APPLY, { as, body: { profile, ...body } })
  const openWrites: ApplyRig['openWrites'] = async (store) =>
    (await rig.commands(store))
      .filter(({ state }) => state === 'queued')
      .map(({ commandId, arg }) => {
        const { expected } = (arg.readBack ?? {}) as { expected?: number }
        return { commandId, expected }
      })
  return {
    plan,
    start,
    openWrites,
    async reset(setpoints) {
      for (const table of ['parameterApplyDevice', 'parameterApply', 'jobTarget', 'job'] as const)
        await db.deleteFrom(table).execute()
      for (const table of ['parameterProfileVersion', 'parameterProfile', 'parameterValue'] as const)
        await db.deleteFrom(table).execute()
      await db.deleteFrom('notice').where('subjectKind', '=', 'apply').execute()
      await rig.reset()
      for (const [{ storeId, freezer }, value] of setpoints) {
        const read = { storeId, deviceId: freezer.deviceId, quality: 0, at: clock.now() } as const
        await db
          .insertInto('parameterValue')
          .values([
            { ...read, code: 'set', value },
            { ...read, code: 'lock', value: 0 },
          ])
          .execute()
      }
    },
    async profile(values, more = {}) {
      const model = await modelOf()
      const rows = Object.entries(values).map(([code, value]) => ({ code, value }))
      const body = { model: String(model), name: `File ${++made}`, type_code: 'all', values: rows, ...more }
      const answer = await server.send('POST', PROFILES, { as: 'admin', body })
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body.id
    },
    async apply(profile, body = {}) {
      const { fingerprint } = (await plan(profile)).body
      const answer = await start(profile, { fingerprint, ...body })
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body.id
    },
    async read(id, as = 'admin') {
      const { status, text, body } = await server.send('GET', `${APPLY}/detail?id=${id}`, { as })
      if (status !== 200) throw new Error(text)
      return body
    },
    async round() {
      await beginTargets(server)
      await advanceApplies({ db, log: silent, readDays: readStoreDays, shouldStop: () => false }, clock.now())
      await beginTargets(server)
    },
    async confirm(store, was, is) {
      const [write] = await openWrites(store)
      if (write === undefined) throw new Error('no write is open')
      const { commandId, expected } = write
      await db.updateTable('command').set({ state: 'sent' }).where('commandId', '=', commandId).execute()
      await rig.reportResult(store, commandId, { st: 'accepted' })
      const after = is ?? expected ?? 0
      const isKept = after === expected
      const out = { request: '', packet: '', writtenAt: clock.now() }
      await rig.reportResult(store, commandId, {
        st: isKept ? 'done' : 'failed',
        ...(!isKept && { err: { code: 'E_READBACK', text: 'another value' } }),
        out: { ...out, before: valueRead(was), after: valueRead(after) },
      })
    },
  }

  async function modelOf(): Promise<DeviceModelId> {
    const { deviceModelId } = await db
      .selectFrom('deviceModel')
      .select('deviceModelId')
      .where('brand', '=', 'Nordwind')
      .executeTakeFirstOrThrow()
    return deviceModelId
  }
}
