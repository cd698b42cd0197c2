import { createHash } from 'node:crypto'
import { type BundleAddress, bundle } from '@coldkeep/contract/mqtt/bundle'
import type { TerminalId } from '@coldkeep/domain/ids'
import { findPlanFaults, isOfOneRequest, type PlanFault } from '@coldkeep/domain/polling/check-plan'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import * as z from 'zod/mini'
import { planScripts } from '../polling/plan'
import type { Configuration } from './polling'

/** Why a bundle is not taken; faults only where its content is wrong. */
export interface BundleRefusal {
  readonly code: 'E_SIZE' | 'E_HASH' | 'E_FORM' | 'E_FOREIGN'
  readonly text: string
  readonly faults?: readonly Pick<PlanFault, 'path' | 'value'>[]
}

const MOST_FAULTS = 50

/** Size and hash as announced: nothing of other bytes is even looked at. */
export function isAnnounced(
  bytes: Uint8Array,
  { size, sha256 }: Pick<BundleAddress, 'size' | 'sha256'>,
): Result<string, BundleRefusal> {
  if (bytes.length !== size) return fail({ code: 'E_SIZE', text: `${bytes.length} bytes instead of ${size}` })
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (hash !== sha256) return fail({ code: 'E_HASH', text: 'the hash is another one' })
  return ok(Buffer.from(bytes).toString('utf8'))
}

/**
 * The configuration in a bundle, checked so that nothing of it can fail later. The identity of the terminal
 * is not part of it. Requests that must not be sent are left out: the caller decides whether the rest is
 * still useful.
 */
export function readBundle(
  text: string,
  { terminalId, revision }: { readonly terminalId: TerminalId; readonly revision: number },
): Result<Configuration, BundleRefusal> {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return fail({ code: 'E_FORM', text: 'no JSON' })
  }
  const shaped = z.safeParse(bundle, content)
  if (!shaped.success) {
    const faults = shaped.error.issues.slice(0, MOST_FAULTS).map(({ path, code }) => ({
      path: path.map(String).join('.').slice(0, 200),
      code: 'format',
      value: code,
    }))
    return fail({ code: 'E_FORM', text: 'not the form of a bundle', faults })
  }
  const { tid, rev, ports, scripts, statistics } = shaped.data
  if (tid !== terminalId) return fail({ code: 'E_FOREIGN', text: 'for another terminal' })
  if (rev !== revision) return fail({ code: 'E_FORM', text: 'another revision than announced' })
  const faults = findPlanFaults({ ports, scripts })
  if (!faults.every(isOfOneRequest)) return fail(refusalOf(faults))
  const planned = planScripts({ terminalId, ports, scripts })
  if (!planned.ok) return fail({ code: 'E_FORM', text: planned.problem.why })
  return ok({ revision, ports, scripts: planned.value, statistics: statistics ?? null, leftOut: faults })
}

/** A configuration is refused for what is wrong in it. */
export function refusalOf(faults: readonly PlanFault[]): BundleRefusal {
  return { code: 'E_FORM', text: 'the content has faults', faults: faults.slice(0, MOST_FAULTS) }
}
