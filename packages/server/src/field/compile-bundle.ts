import { createHash } from 'node:crypto'
import { type Bundle, bundle, MAX_BUNDLE_BYTES } from '@coldkeep/contract/mqtt/bundle'
import { PROTOCOL_VERSION } from '@coldkeep/contract/mqtt/envelope'
import type { FieldProblem } from '@coldkeep/contract/problem'
import type { DeviceId, PointId, TerminalId } from '@coldkeep/domain/ids'
import { findPlanFaults, type PlanFaultCode } from '@coldkeep/domain/polling/check-plan'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import * as z from 'zod/mini'
import { fieldProblemsOf } from '../http/decode-input'
import { canonicalJson } from './canonical-json'

/** Ports and scripts as people write them; the rest of a bundle follows from where it goes. */
export const bundleDocument = z.strictObject({ ports: bundle.shape.ports, scripts: bundle.shape.scripts })
export type BundleDocument = z.output<typeof bundleDocument>

export type DocumentFaultCode = FieldProblem | PlanFaultCode | 'point_foreign' | 'too_large'
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

export interface CompiledBundle {
  readonly content: Bundle
  readonly body: Buffer
  readonly sha256: string
}

/** Faults beyond these are left out: nobody reads so many, and one slip may cause a thousand. */
const MOST_FAULTS = 200

/**
 * Makes the bundle of a document, or tells all that is wrong with it. What comes out, its terminal takes: it looks with
 * the same rules.
 * @param points those of the terminal's devices
 */
export function compileBundle(
  document: unknown,
  target: { readonly terminalId: TerminalId; readonly revision: number },
  points: ReadonlyMap<PointId, OwnPoint>,
): Result<CompiledBundle, readonly DocumentFault[]> {
  const shaped = z.safeParse(bundleDocument, document)
  if (!shaped.success) {
    const found = [...fieldProblemsOf(shaped.error, document)]
    return fail(found.slice(0, MOST_FAULTS).map(([path, code]) => ({ path, code, value: '' })))
  }
  const { ports, scripts } = shaped.data
  const faults = [...findPlanFaults(shaped.data), ...findForeignPoints(shaped.data, points)]
  const content: Bundle = {
    v: PROTOCOL_VERSION,
    tid: target.terminalId,
    rev: target.revision,
    ports,
    scripts,
  }
  const body = Buffer.from(canonicalJson(content), 'utf8')
  if (body.length > MAX_BUNDLE_BYTES) {
    faults.push({ path: '', code: 'too_large', value: `${MAX_BUNDLE_BYTES / 1024 / 1024} MiB` })
  }
  if (faults.length > 0) return fail(faults.slice(0, MOST_FAULTS))
  return ok({ content, body, sha256: createHash('sha256').update(body).digest('hex') })
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
