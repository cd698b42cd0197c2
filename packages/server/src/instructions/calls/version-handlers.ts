import { Problem } from '@coldkeep/contract/problem'
import type { DeviceModelId } from '@coldkeep/domain/ids'
import { checkModel } from '@coldkeep/domain/polling/check-model'
import { compareModels, type RowChange } from '@coldkeep/domain/polling/compare-models'
import type { ModelTables } from '@coldkeep/domain/polling/device-model'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { selectModel, selectOwnModel } from '../find-model'
import { lockModel, replaceModelTables, selectModelTables } from '../model-table-queries'
import { selectVersions, selectVersionTables } from '../model-version-queries'
import { selectPolledCommands } from '../polled-command-queries'
import { lackingOf, refuseLacking } from '../polled-commands'
import { presentModelProblem } from '../words/instruction-words'
import { auditInstruction } from '../write-row'
import { presentWaiting } from './publication-handlers'

type VersionCall = 'listModelVersions' | 'compareModelVersions' | 'returnToModelVersion'

const NO_TABLES: ModelTables = { commands: [], writes: [] }

export const versionHandlers = {
  listModelVersions: async ({ db, user, query, clock, translate }) => {
    const found = await selectModel(db, user, query)
    const { deviceModelId, departmentId, source, note, owner, canEdit } = found
    const draft = await selectModelTables(db, deviceModelId)
    const versions = await selectVersions(db, deviceModelId)
    const newest = await newestTables(db, deviceModelId, versions[0]?.version ?? 0)
    // an account that only uses a model does not learn which commands others poll
    const polled = canEdit ? await selectPolledCommands(db, deviceModelId) : []
    const lacking = lackingOf(
      polled,
      draft.commands.map(({ commandCode }) => commandCode),
    )
    return {
      source,
      note,
      owner,
      canEdit,
      waiting:
        departmentId === null
          ? null
          : await presentWaiting(db, user, { ...found, departmentId }, canEdit, clock.now()),
      hasReviewedWrites: versions[0]?.hasReviewedWrites ?? true,
      versions: versions.map(({ publishedBy, publishedAt, commandCodes, version, note: why }) => ({
        version,
        note: why,
        publishedBy,
        publishedAt,
        lacks: lackingOf(polled, commandCodes).map(({ command, scripts }) => ({
          command,
          scripts: [...scripts],
        })),
      })),
      changes: compareModels(newest, draft).map(shownChange),
      findings: [
        ...checkModel(draft).map(({ command, point, problem, isError }) => ({
          command,
          node: point,
          code: problem as string,
          message: presentModelProblem(problem, translate),
          isError,
        })),
        ...lacking.map(({ command, scripts }) => ({
          command,
          node: null,
          code: 'in_use',
          message: translate('instructions.askedBy', { scripts: scripts.join(', ') }),
          isError: true,
        })),
      ],
    }
  },

  compareModelVersions: async ({ db, user, query }) => {
    const { deviceModelId } = await selectModel(db, user, query)
    const [before, after] = await Promise.all([
      knownTables(db, deviceModelId, query.from),
      knownTables(db, deviceModelId, query.to),
    ])
    return { changes: compareModels(before, after).map(shownChange) }
  },

  returnToModelVersion: async ({ db, user, body, clock }) => {
    const { deviceModelId, departmentId, brand, model } = await selectOwnModel(db, user, body)
    await db.transaction().execute(async (trx) => {
      await lockModel(trx, deviceModelId)
      const tables = await knownTables(trx, deviceModelId, body.version)
      await replaceModelTables(trx, deviceModelId, tables)
      // after it, so that a script row that was being entered is seen
      await refuseLacking(trx, deviceModelId, tables)
      const by = { user, now: clock.now(), departmentId }
      await auditInstruction(trx, by, 'change', [brand, model], { returned_to: body.version })
    })
    return {}
  },
} satisfies Pick<Handlers, VersionCall>

async function newestTables(db: Db, id: DeviceModelId, version: number): Promise<ModelTables> {
  return version === 0 ? NO_TABLES : knownTables(db, id, version)
}

/** @throws Problem `model.unknown` where there is no such version */
async function knownTables(db: Db, id: DeviceModelId, version: number): Promise<ModelTables> {
  const tables = await selectVersionTables(db, id, version)
  if (tables === null) throw new Problem('model.unknown')
  return tables
}

function shownChange({ point, ...change }: RowChange) {
  return { ...change, node: point, fields: [...change.fields] }
}
