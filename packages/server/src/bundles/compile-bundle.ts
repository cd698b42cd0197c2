import { createHash } from 'node:crypto'
import { type Bundle, bundle, MAX_BUNDLE_BYTES } from '@coldkeep/contract/mqtt/bundle'
import { PROTOCOL_VERSION } from '@coldkeep/contract/mqtt/envelope'
import type { StatisticsSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { FieldProblem } from '@coldkeep/contract/problem'
import type { DeviceId, PointId, TerminalId } from '@coldkeep/domain/ids'
import { findPlanFaults, type PlanFaultCode } from '@coldkeep/domain/polling/check-plan'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import * as z from 'zod/mini'
import { fieldProblemsOf } from '../calls/decode-input'
import { canonicalJson } from '../db/canonical-json'

/** Ports and scripts as people write them; the rest of a bundle follows from where it goes. */
const bundleDocument = z.strictObject({ ports: bundle.shape.ports, scripts: bundle.shape.scripts })
export type BundleDocument = z.output<typeof bundleDocument>

type DocumentFaultCode = FieldProblem | PlanFaultCode | 'point_foreign' | 'too_large'
export interface DocumentFault {
  readonly path: string
  readonly code: DocumentFaultCode
  readonly value: string
}

/** A point of a device at this terminal. */
export interface OwnPoint {
  readonly deviceId: DeviceId
  readonly isCounter: boolean
}

interface CompiledBundle {
  readonly body: Buffer
  readonly sha256: string
}

/** Faults beyond these are left out: no one reads so many, and one slip may cause a thousand. */
const MOST_FAULTS = 200
/** For what the server adds to a document: seven counts for each of 512 devices take 200 kB. */
const ROOM_BYTES = 256 * 1024

/**
 * Looks whether a document can become the bundle of a terminal: what passes, the terminal takes, since it looks with the
 * same rules.
 * @param points those of the terminal's devices
 * @returns the document, or all that is wrong with it
 */
export function checkDocument(
  document: unknown,
  points: ReadonlyMap<PointId, OwnPoint>,
): Result<BundleDocument, readonly DocumentFault[]> {
  const shaped = z.safeParse(bundleDocument, document)
  if (!shaped.success) {
    const found = [...fieldProblemsOf(shaped.error, document)]
    return fail(found.slice(0, MOST_FAULTS).map(([path, code]) => ({ path, code, value: '' })))
  }
  const faults = [...findPlanFaults(shaped.data), ...findForeignPoints(shaped.data, points)]
  const limit = MAX_BUNDLE_BYTES - ROOM_BYTES
  if (Buffer.byteLength(canonicalJson(shaped.data)) > limit) {
    faults.push({ path: '', code: 'too_large', value: `${limit / 1024 / 1024} MiB` })
  }
  return faults.length > 0 ? fail(faults.slice(0, MOST_FAULTS)) : ok(shaped.data)
}

/** The bundle of a checked document, as it will be fetched. */
export function compileBundle(
  { ports, scripts }: BundleDocument,
  { terminalId, revision }: { readonly terminalId: TerminalId; readonly revision: number },
  statistics: StatisticsSettings,
): CompiledBundle {
  const content: Bundle = { v: PROTOCOL_VERSION, tid: terminalId, rev: revision, ports, scripts, statistics }
  const body = Buffer.from(canonicalJson(content), 'utf8')
  return { body, sha256: createHash('sha256').update(body).digest('hex') }
}

function findForeignPoints(
  { scripts }: BundleDocument,
  points: ReadonlyMap<PointId, OwnPoint>,
): DocumentFault[] {
  return scripts.flatMap(({ commands }, script) =>
    commands.flatMap(({ nodes }, row) =>
      nodes.flatMap(({ pointId }, index) => {
        const path = `scripts.${script}.commands.${row}.nodes.${index}.pointId`
        return points.has(pointId) ? [] : [{ path, code: 'point_foreign' as const, value: String(pointId) }]
      }),
    ),
  )
}
