import type { WriteArguments } from '@coldkeep/contract/mqtt/command-arguments'
import { buildReadRequest } from '@coldkeep/domain/polling/build-request'
import { checkWriteRow, takesValue } from '@coldkeep/domain/polling/check-write-row'
import type { ModelTables, ModelWrite } from '@coldkeep/domain/polling/device-model'
import {
  checkWrittenPoint,
  fillWrite,
  findPoint,
  type ReadPoint,
  type ValueProblem,
} from '@coldkeep/domain/polling/fill-write'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { effectOf } from '@coldkeep/domain/writes/judge-effect'
import { riskOfWrite, usualRange, type WriteRisk } from '@coldkeep/domain/writes/judge-risk'
import type { WriteTarget } from './write-targets'

/** Where no script gives the timing of a device. */
const DEFAULT_TIMING = { retries: 2, intervalMs: 50, timeoutMs: 1_000 }

/** What is to be sent to one device, and what it means. */
export interface CompiledWrite {
  readonly write: ModelWrite
  readonly read: ReadPoint | null
  readonly value: number | null
  readonly risk: WriteRisk
  readonly arg: WriteArguments
  /** The only other write that sets the same point to something else, where no value is taken. */
  readonly opposite: { readonly code: string; readonly setsTo: number } | null
}

/**
 * The command for one write of the published model of a device. Nothing may stand in the way of the device.
 * @returns `unknown` where its model has no such write, or one that does something else than its row says
 */
export function compileWrite(
  target: WriteTarget,
  code: string,
  value: number | null,
): Result<CompiledWrite, ValueProblem | 'unknown'> {
  const tables = target.model?.tables
  const write = tables?.writes.find(({ commandCode }) => commandCode === code)
  if (tables === undefined || write === undefined || target.port === null) return fail('unknown')
  const read = write.pointName === '' ? null : findPoint(tables.commands, write.pointName)
  const isSound = checkWriteRow(write).length === 0 && checkWrittenPoint(write, tables.commands).length === 0
  if (!isSound || (read && !buildReadRequest(read.command, target.unitId).ok)) return fail('unknown')
  const texts = fillWrite(write, read?.point ?? null, value)
  if (!texts.ok) return texts
  const arg: WriteArguments = {
    portId: target.port.id,
    unitId: target.unitId,
    ...texts.value,
    includesUnitId: write.includesUnitId,
    appendsCrc: write.appendsCrc,
    replyHasCrc: write.replyHasCrc,
    ...timingOf(target, target.port.id),
    ...(read && { readBack: readBackOf(read, value ?? write.setsTo) }),
  }
  const judged = judgedWrite(write, tables, target)
  const risk = riskOfWrite(judged, value, usualRange(judged, target.zone))
  return ok({ write, read, value, risk, arg, opposite: oppositeOf(write, tables) })
}

/**
 * The write with the effect that it is judged by. Where only its author has reviewed it, neither its label
 * nor its usual range lowers the risk.
 */
export function judgedWrite(
  write: ModelWrite,
  tables: ModelTables,
  { reviewed, model }: Pick<WriteTarget, 'reviewed' | 'model'>,
): ModelWrite {
  if (model?.hasReviewedWrites !== true) return { ...write, effect: 'other', usualLow: null, usualHigh: null }
  return { ...write, effect: effectOf(write, tables, reviewed) }
}

function readBackOf({ command, point }: ReadPoint, expected: number | null) {
  const { requestHex, includesUnitId, appendsCrc, responseLengthBytes, decoderId } = command
  const { numericFormat, skipLeadingBytes, skipTrailingBytes, divisor, multiplier } = point
  const request = { requestHex, includesUnitId, appendsCrc, responseLengthBytes, decoderId }
  return { ...request, numericFormat, skipLeadingBytes, skipTrailingBytes, divisor, multiplier, expected }
}

/** As patient as the most patient script that polls the device. */
function timingOf({ document, unitId }: WriteTarget, portId: string) {
  const commands = (document?.scripts ?? [])
    .flatMap((script) => script.commands)
    .filter((command) => command.portId === portId && command.unitId === unitId)
  if (commands.length === 0) return DEFAULT_TIMING
  return {
    retries: DEFAULT_TIMING.retries,
    intervalMs: Math.max(...commands.map(({ intervalMs }) => intervalMs)),
    timeoutMs: Math.max(...commands.map(({ timeoutMs }) => timeoutMs)),
  }
}

function oppositeOf(write: ModelWrite, { writes }: ModelTables): CompiledWrite['opposite'] {
  if (takesValue(write) || write.pointName === '' || write.setsTo === null) return null
  const others = writes.flatMap(({ commandCode, pointName, setsTo }) =>
    pointName === write.pointName && setsTo !== null && setsTo !== write.setsTo
      ? [{ code: commandCode, setsTo }]
      : [],
  )
  return others.length === 1 ? (others[0] ?? null) : null
}
