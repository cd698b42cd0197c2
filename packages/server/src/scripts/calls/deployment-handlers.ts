import {
  type DeploymentState,
  deploymentStates,
  type startDeployment,
  type WireEnteredDevice,
} from '@coldkeep/contract/areas/deployments'
import type { Input } from '@coldkeep/contract/call'
import { Problem } from '@coldkeep/contract/problem'
import { kindsOfDevice, mayWrite } from '@coldkeep/domain/access/equipment'
import type { JobId, StoreId } from '@coldkeep/domain/ids'
import { isMeter } from '@coldkeep/domain/organisation/check-device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Translate } from '@coldkeep/phrases/keys'
import { scopeOf } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import { presentError, presentFault } from '../../bundles/words/field-words'
import type { Handlers } from '../../calls/bind-call'
import type { Db, Trx } from '../../db/connect'
import { selectDeviceKindsAt } from '../../devices/device-kind-queries'
import { insertJob } from '../../jobs/job-queries'
import { checkSeesAll } from '../../terminals/check-equipment'
import type { FieldLink } from '../../terminals/field-link'
import { pointName } from '../../wording/point-name'
import { answeredRows } from '../answered-rows'
import { RUN_JOB, type RunJobInput } from '../run-job-kind'
import { SCRIPT_JOB, type ScriptJobInput } from '../script-job-kind'
import { type ScriptSource, selectSource } from '../script-source'
import {
  countStates,
  countUnzoned,
  type RunAnswer,
  type ShownDeployment,
  selectDeployment,
  selectDeployments,
  selectPolling,
  selectRunAnswers,
  selectStoreStates,
} from '../shown-deployment-queries'
import { selectStoresByCode } from '../store-equipment-queries'
import { tryStores } from './try-stores'

type DeploymentCall =
  | 'checkDeployment'
  | 'startDeployment'
  | 'listDeployments'
  | 'getDeployment'
  | 'listRunRows'
  | 'listScriptStores'

const auditKinds = { deploy: 'script.deploy', remove: 'script.take_away', once: 'script.once' } as const

/** What giving scripts to stores needs. */
export interface DeploymentCallParts {
  readonly field: Pick<FieldLink, 'wakeJobs'>
}

export function deploymentHandlers({ field }: DeploymentCallParts): Pick<Handlers, DeploymentCall> {
  return {
    checkDeployment: async ({ db, user, body, translate }) => {
      // faults name devices
      checkSeesAll(user)
      const source = await sourceOf(db, user, body.scriptFile)
      const stores = await storesOf(db, user, body.storeIds)
      return tryStores(db, source, stores, { addsDevices: body.addsDevices, translate })
    },

    startDeployment: async ({ db, user, body, clock }) => {
      if (body.mode !== 'once' && !user.pageKeys.has('2-3-2')) throw new Problem('access.page')
      const source = await sourceOf(db, user, body.scriptFile)
      const stores = await storesOf(db, user, body.storeIds)
      const storeIds = stores.map(({ id }) => id)
      await checkWritesStores(db, user, storeIds, unitsOf(body, source))
      checkEntered(user, body.devices)
      const draft = { user, body, source, storeIds, createdAt: clock.now() }
      const id = await db.transaction().execute((trx) => addDeployment(trx, draft))
      field.wakeJobs()
      return { id }
    },

    listDeployments: async ({ db, user, query: { page, pageSize } }) => {
      const scope = scopeOf(user)
      const { rows, total } = await selectDeployments(db, scope, {
        offset: (page - 1) * pageSize,
        limit: pageSize,
      })
      const counts = await countStates(
        db,
        scope,
        rows.map(({ id }) => id),
      )
      return {
        patches: rows.map((row) => present(row, counts.get(row.id) ?? [])),
        total,
        page,
        pageSize,
      }
    },

    getDeployment: async ({ db, user, query: { id: named, state, page, pageSize }, translate }) => {
      checkSeesAll(user)
      const scope = scopeOf(user)
      const row = await selectDeployment(db, scope, named ?? { accountId: user.accountId })
      if (row === null) throw new Problem('deployment.unknown')
      const { id } = row
      const counts = (await countStates(db, scope, [id])).get(id) ?? []
      const targets = await selectStoreStates(db, scope, id, {
        state,
        offset: (page - 1) * pageSize,
        limit: pageSize,
      })
      const unzoned = row.mode === 'deploy' ? await countUnzoned(db, scope, id) : 0
      const counted = counts.filter((one) => state === 'all' || one.state === state)
      return {
        patch: present(row, counts),
        stores: targets.map((one) => presentStoreState(one, translate)),
        unzonedDevices: unzoned,
        total: counted.reduce((sum, one) => sum + one.stores, 0),
        page,
        pageSize,
        isEnded: counts.every((one) => isEndedState(one.state)),
      }
    },

    listRunRows: async ({ db, user, query: { id }, translate }) => {
      checkSeesAll(user)
      const scope = scopeOf(user)
      if ((await selectDeployment(db, scope, id)) === null) throw new Problem('deployment.unknown')
      const answers = await selectRunAnswers(db, scope, id)
      return answers.flatMap((answer) => rowsOf(answer, translate))
    },

    listScriptStores: async ({ db, user, query }) => {
      const { 'script-file': id, status, page, pageSize } = query
      const source = await sourceOf(db, user, id)
      const { rows, counts } = await selectPolling(db, scopeOf(user), source, {
        status,
        offset: (page - 1) * pageSize,
        limit: pageSize,
      })
      return {
        stores: rows.map((row) => ({
          store: { id: row.storeId, code: row.code, name: row.name },
          terminalId: row.terminalId,
          status: row.status,
          revision: row.revision,
          since: row.changedAt,
        })),
        total: status === 'all' ? counts.current + counts.older + counts.on_its_way : counts[status],
        page,
        pageSize,
        counts,
      }
    },
  }
}

interface NewDeployment {
  readonly user: SignedIn
  readonly body: Input<typeof startDeployment>['body']
  readonly source: ScriptSource
  readonly storeIds: readonly StoreId[]
  readonly createdAt: EpochMs
}

/** Inserts a deployment, and notes it in the audit. */
async function addDeployment(
  trx: Trx,
  { user, body, source, storeIds, createdAt }: NewDeployment,
): Promise<JobId> {
  const { mode, note } = body
  const by = { accountId: user.accountId, name: user.name }
  const id = await insertJob(
    trx,
    { ...jobOf(body, source), by, at: createdAt },
    storeIds.map((storeId) => ({ storeId, terminalId: '' })),
  )
  await addAudit(trx, {
    at: createdAt,
    by,
    storeId: storeIds.length === 1 ? (storeIds[0] ?? null) : null,
    kind: auditKinds[mode],
    subject: source.name,
    detail: { deployment: id, stores: storeIds.length, ...(note !== '' && { note }) },
    outcome: 'begun',
  })
  return id
}

function jobOf({ mode, note, addsDevices, devices }: NewDeployment['body'], { id, name }: ScriptSource) {
  const input = { pollScriptId: id, scriptName: name, note } satisfies RunJobInput
  if (mode === 'once') return { kind: RUN_JOB, input }
  const enteredDevices = [...devices]
  return {
    kind: SCRIPT_JOB,
    input: { ...input, mode, addsDevices, enteredDevices } satisfies ScriptJobInput,
  }
}

/** @throws Problem `script.unknown` */
async function sourceOf(db: Db, user: SignedIn, id: ScriptSource['id']): Promise<ScriptSource> {
  const source = await selectSource(db, user.departmentId, id)
  if (source === null) throw new Problem('script.unknown')
  return source
}

/** @throws Problem `store.unknown` where one of them is none of the caller's */
async function storesOf(db: Db, user: SignedIn, ids: readonly StoreId[]) {
  const codes = [...new Set(ids)]
  const stores = await selectStoresByCode(db, scopeOf(user), codes)
  if (stores.length < codes.length) throw new Problem('store.unknown')
  return stores
}

/**
 * @throws Problem `request.malformed` for a meter with a zone, `access.equipment` for kinds that the caller may
 * not write to
 */
function checkEntered(user: SignedIn, devices: readonly WireEnteredDevice[]): void {
  const wrong = devices.flatMap(({ type, zone }, index) =>
    isMeter(type) && zone !== null ? [[`devices.${index}.zone`, 'choice'] as const] : [],
  )
  if (wrong.length > 0) throw new Problem('request.malformed', {}, Object.fromEntries(wrong))
  if (!mayWrite(user.equipment, devices.flatMap(kindsOfDevice))) throw new Problem('access.equipment')
}

/** Of a single run the units that it polls; a patch concerns everything that its terminals poll. */
function unitsOf(
  { mode }: Input<typeof startDeployment>['body'],
  { commands }: ScriptSource,
): number[] | null {
  return mode === 'once' ? [...new Set(commands.map(({ unitId }) => unitId))] : null
}

/** @throws Problem `access.equipment` unless the caller may write to all of it, and to what is still to be entered */
async function checkWritesStores(
  db: Db,
  user: SignedIn,
  storeIds: readonly StoreId[],
  units: readonly number[] | null,
): Promise<void> {
  const devices = await selectDeviceKindsAt(db, storeIds, units)
  if (!mayWrite(user.equipment, [...devices.flatMap(kindsOfDevice), 'other']))
    throw new Problem('access.equipment')
}

const ENDED: ReadonlySet<DeploymentState> = new Set(
  deploymentStates.filter(
    (state) => !['waiting', 'queued', 'sent', 'accepted', 'running', 'fetched', 'checked'].includes(state),
  ),
)

function isEndedState(state: DeploymentState): boolean {
  return ENDED.has(state)
}

function present(
  row: ShownDeployment,
  counts: readonly { readonly state: DeploymentState; readonly stores: number }[],
) {
  return {
    id: row.id,
    scriptFile: row.pollScriptId,
    scriptName: row.scriptName,
    mode: row.mode,
    note: row.note,
    createdBy: row.createdBy,
    createdAt: row.createdAt,
    counts: [...counts],
  }
}

function presentStoreState(one: Awaited<ReturnType<typeof selectStoreStates>>[number], translate: Translate) {
  return {
    store: { id: one.storeId, code: one.code, name: one.name },
    terminalId: one.terminalId === '' ? null : one.terminalId,
    state: one.state,
    revision: one.revision,
    faults: (one.faults ?? []).map((fault) => presentFault(fault, translate)),
    error: one.errorCode === null ? null : presentError(one.errorCode, one.errorText ?? '', translate),
    changedAt: one.changedAt,
  }
}

/** A row for each value that was read; a command without any has one that says why. */
function rowsOf(answer: RunAnswer, translate: Translate) {
  const { storeId, code, name, changedAt } = answer
  const { rows, commands } = answeredRows(answer)
  const nodes = commands.flatMap((command) => command.nodes)
  const units = new Map(nodes.map(({ pointId, unit }) => [pointId as number, unit]))
  return rows.flatMap((row) => {
    const common = {
      store: { id: storeId, code, name },
      commandCode: row.commandCode,
      unitId: row.unitId,
      deviceName: row.deviceName,
      error: row.code === undefined ? '' : presentError(row.code, '', translate),
      packet: row.packet,
      ms: row.ms,
      at: changedAt,
    }
    if (row.values.length === 0) return [{ ...common, pointName: '', unit: '', value: null, quality: 1 }]
    return row.values.map((value) => ({
      ...common,
      pointName: pointName(value.name, translate),
      unit: units.get(value.pointId) ?? '',
      value: value.value,
      quality: value.quality,
    }))
  })
}
