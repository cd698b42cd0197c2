import type { WriteArguments } from '@coldkeep/contract/mqtt/command-arguments'
import { buildReadRequest } from '@coldkeep/domain/polling/build-request'
import { checkWriteRow } from '@coldkeep/domain/polling/check-write-row'
import type { ModelWrite } from '@coldkeep/domain/polling/device-model'
import {
  checkWrittenPoint,
  fillWrite,
  findPoint,
  type ReadPoint,
  type ValueProblem,
} from '@coldkeep/domain/polling/fill-write'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { judgedWrite } from '@coldkeep/domain/writes/judge-effect'
import { riskOfWrite, usualRange, type WriteRisk } from '@coldkeep/domain/writes/judge-risk'
import { type OppositeWrite, oppositeOf } from '@coldkeep/domain/writes/opposite-write'
import { timingOf } from './timing-of'
import { knownModelOf, type WriteTarget } from './write-targets'

/** What is to be sent to one device, and what it means. */
export interface CompiledWrite {
  readonly write: ModelWrite
  readonly read: ReadPoint | null
  readonly value: number | null
  readonly risk: WriteRisk
  readonly arg: WriteArguments
  /** The only other write that sets the same point to something else, where no value is taken. */
  readonly opposite: OppositeWrite | null
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
  const judged = judgedWrite(write, tables, knownModelOf(target))
  const risk = riskOfWrite(judged, value, usualRange(judged, target.zone))
  return ok({ write, read, value, risk, arg, opposite: oppositeOf(write, tables.writes) })
}

function readBackOf({ command, point }: ReadPoint, expected: number | null) {
  const { requestHex, includesUnitId, appendsCrc, responseLengthBytes, decoderId } = command
  const { numericFormat, skipLeadingBytes, skipTrailingBytes, divisor, multiplier } = point
  const request = { requestHex, includesUnitId, appendsCrc, responseLengthBytes, decoderId }
  return { ...request, numericFormat, skipLeadingBytes, skipTrailingBytes, divisor, multiplier, expected }
}
