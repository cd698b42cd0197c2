import type { WriteHindrance } from '@coldkeep/contract/areas/writes'
import { SIMULATOR_PROGRAM } from '@coldkeep/contract/mqtt/state'
import { kindsOfDevice, mayWrite } from '@coldkeep/domain/access/equipment'
import { groupBy } from '@coldkeep/domain/group-by'
import type { ModelWrite } from '@coldkeep/domain/polling/device-model'
import type { KnownModel } from '@coldkeep/domain/writes/judge-effect'
import type { AccountRights } from '../access/account-rights'
import { type DesiredDocument, selectDesiredDocuments } from '../bundles/bundle-queries'
import type { Db } from '../db/connect'
import {
  type PublishedModel,
  selectPublished,
  selectReviewedWrites,
} from '../instructions/model-version-queries'
import { selectTargetRows, type TargetQuery, type TargetRow } from './write-target-queries'

/** What has to be known of a device before anything is written to it. */
export type WriteTarget = TargetRow & {
  readonly model: PublishedModel | null
  /** Writes of the models of the product of the same brand. */
  readonly reviewed: readonly ModelWrite[]
  /** What its terminal is to run. */
  readonly document: DesiredDocument | null
  /** Of the terminal; `null` where the configuration does not name it, or several may be meant. */
  readonly port: DesiredDocument['ports'][number] | null
}

/** Devices of one store that the caller may see, in the order of their names. */
export async function selectWriteTargets(db: Db, query: TargetQuery): Promise<WriteTarget[]> {
  const rows = await selectTargetRows(db, query)
  const models = await selectPublished(db, [...groupBy(rows, ({ deviceModelId }) => deviceModelId).keys()])
  const reviewed = await selectReviewedWrites(db, [...groupBy(rows, ({ brand }) => brand).keys()])
  const terminals = [...groupBy(rows, ({ terminalId }) => terminalId).keys()]
  const documents = await selectDesiredDocuments(db, terminals)
  return rows.map((row) => {
    const document = documents.get(row.terminalId) ?? null
    return {
      ...row,
      model: models.get(row.deviceModelId) ?? null,
      reviewed: reviewed.get(row.brand.toLowerCase()) ?? [],
      document,
      port: portOf(row.portId, document?.ports ?? []),
    }
  })
}

/** By what the writes of a device are judged. */
export function knownModelOf({ model, reviewed }: WriteTarget): KnownModel {
  return { hasReviewedWrites: model?.hasReviewedWrites === true, reviewed }
}

/** The first thing that is in the way of every write to a device. */
export function hindranceOf(target: WriteTarget, user: AccountRights): WriteHindrance | null {
  if (!mayOperate(user, target)) return 'no_right'
  if (target.removedAt !== null) return 'retired'
  if (!target.isEnabled) return 'terminal_disabled'
  if (target.program === SIMULATOR_PROGRAM) return 'simulated'
  // it reports a configuration that it was never given
  if (target.document === null) return (target.runningRevision ?? 0) > 0 ? 'own_file' : 'no_port'
  if (target.port === null) return 'no_port'
  if (target.model === null) return 'unpublished'
  return target.model.tables.writes.length === 0 ? 'no_writes' : null
}

/** The page is in every menu; to write takes its real grant, and a permission for the kind of equipment. */
export function mayOperate(
  { pageKeys, equipment }: AccountRights,
  device: Parameters<typeof kindsOfDevice>[0],
): boolean {
  return pageKeys.has('3-1') && mayWrite(equipment, kindsOfDevice(device))
}

function portOf(portId: string | null, ports: DesiredDocument['ports']) {
  if (portId === null) return ports.length === 1 ? (ports[0] ?? null) : null
  return ports.find(({ id }) => id === portId) ?? null
}
