import { createHash } from 'node:crypto'
import type { PointLimitsRow } from '@coldkeep/contract/areas/limit-rules'
import type { DepartmentId, DeviceModelId, PollScriptId } from '@coldkeep/domain/ids'
import type { UnplacedCommand, UnplacedScript } from '@coldkeep/domain/polling/place-script'
import { canonicalJson } from '../db/canonical-json'
import type { Db } from '../db/connect'
import { selectPublished } from '../instructions/model-version-queries'
import { scriptTitle } from '../instructions/polled-command-queries'
import { selectPointLimits } from './limit-rule-queries'
import { type PlacedScriptCommand, selectScriptCommands, selectScripts } from './script-queries'

interface SourceCommand extends PlacedScriptCommand, UnplacedCommand {
  readonly limits: readonly PointLimitsRow[]
}

/** A script file with all that it is compiled from; it is called `folder / file`. */
export interface ScriptSource extends UnplacedScript {
  readonly id: PollScriptId
  /** Changes with everything that changes the configuration of a terminal. SHA-256 in lowercase hexadecimal. */
  readonly fingerprint: string
}

/**
 * @param from whose accounts ask; `null`: the product
 * @returns null where the script is gone, or not seen from there
 */
export async function selectSource(
  db: Db,
  from: DepartmentId | null,
  id: PollScriptId,
): Promise<ScriptSource | null> {
  const [script] = await selectScripts(db, { from, id })
  if (script === undefined) return null
  const rows = await selectScriptCommands(db, { script: id })
  const limits = await selectPointLimits(db, { script: id })
  const models = [...new Set(rows.map(({ deviceModelId }) => deviceModelId))] as DeviceModelId[]
  const published = await selectPublished(db, models)
  const commands = rows.map((row) => ({
    ...row,
    published:
      published
        .get(row.deviceModelId)
        ?.tables.commands.find(({ commandCode }) => commandCode === row.commandCode) ?? null,
    limits: limits.filter(({ command }) => command === row.id),
  }))
  const { periodSeconds } = script
  return {
    id,
    departmentId: script.departmentId,
    name: scriptTitle(script.folder, script.name),
    periodSeconds,
    commands,
    fingerprint: fingerprintOf(periodSeconds, commands),
  }
}

function fingerprintOf(periodSeconds: number, commands: readonly SourceCommand[]): string {
  const sent = commands.map(
    ({ deviceModelId, unitId, retries, intervalMs, timeoutMs, published, limits }) => ({
      deviceModelId,
      unitId,
      retries,
      intervalMs,
      timeoutMs,
      // notes and sources stay here
      published: published && {
        ...published,
        note: '',
        points: published.points.map((point) => ({ ...point, source: '' })),
      },
      limits: limits.map(({ id: _, revision: __, command: ___, ...rule }) => rule),
    }),
  )
  // the name is part of what is hashed, and stores keep the hash
  return createHash('sha256')
    .update(canonicalJson({ periodSeconds, told: sent }))
    .digest('hex')
}
