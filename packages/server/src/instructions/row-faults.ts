import { pointRow } from '@coldkeep/contract/areas/point-definitions'
import { pollCommandRow } from '@coldkeep/contract/areas/poll-commands'
import { writeCommandRow } from '@coldkeep/contract/areas/write-commands'
import { type FieldProblem, Problem } from '@coldkeep/contract/problem'
import {
  type CommandProblem,
  checkPollTable,
  type PointProblem,
} from '@coldkeep/domain/polling/check-poll-table'
import type { WriteProblem } from '@coldkeep/domain/polling/check-write-row'
import type { ModelPoint } from '@coldkeep/domain/polling/device-model'
import type { PollCommandDraft, WriteCommandDraft } from '@coldkeep/domain/polling/poll-command'

/** The field of its row with the flaw, and its kind. */
type Flaw<Draft> = readonly [field: keyof Draft, problem: FieldProblem]

const commandFlaws: Record<CommandProblem, Flaw<PollCommandDraft>> = {
  hex_malformed: ['requestHex', 'format'],
  too_long: ['requestHex', 'length'],
  response_length_range: ['responseLengthBytes', 'range'],
  response_length: ['responseLengthBytes', 'range'],
  crc_wrong: ['requestHex', 'format'],
  not_a_read: ['requestHex', 'choice'],
  decoder: ['decoderId', 'choice'],
}
const pointFlaws: Record<PointProblem, Flaw<ModelPoint>> = {
  name_repeated: ['name', 'choice'],
  position: ['position', 'range'],
  position_repeated: ['position', 'choice'],
  skip: ['skipLeadingBytes', 'range'],
  overlap: ['skipLeadingBytes', 'range'],
  slice_size: ['skipTrailingBytes', 'range'],
  divisor: ['divisor', 'range'],
  multiplier: ['multiplier', 'range'],
}
const writeFlaws: Record<WriteProblem, Flaw<WriteCommandDraft>> = {
  request_malformed: ['requestHex', 'format'],
  request_too_long: ['requestHex', 'length'],
  request_crc: ['requestHex', 'format'],
  not_a_write: ['requestHex', 'choice'],
  value_place: ['requestHex', 'format'],
  reply_malformed: ['expectedReplyHex', 'format'],
  reply_too_long: ['expectedReplyHex', 'length'],
  reply_value: ['expectedReplyHex', 'format'],
  point_needed: ['pointName', 'missing'],
  bounds: ['lowest', 'range'],
  usual: ['usualLow', 'range'],
  factory: ['factoryValue', 'range'],
}

/** Flaws by the place of their row and cell, as `rows.2.4`. */
type Faults = Readonly<Record<string, FieldProblem>>

/** @param at the position of the row in what was sent */
export function pollFaults(command: PollCommandDraft, at: string): Faults {
  return faultsAt(
    pollCommandRow,
    at,
    checkPollTable(command, []).flatMap(({ problem, isError }) =>
      isError ? [commandFlaws[problem as CommandProblem]] : [],
    ),
  )
}

export function writeFaults(problems: readonly WriteProblem[], at: string): Faults {
  return faultsAt(
    writeCommandRow,
    at,
    problems.map((problem) => writeFlaws[problem]),
  )
}

/**
 * Flaws of some nodes among all of their command; what is wrong with the others was reported when they were
 * written.
 * @param atOf the position of a node in what was sent, `null` where it was not sent
 */
export function pointFaults(
  command: PollCommandDraft,
  points: readonly ModelPoint[],
  atOf: (index: number) => string | null,
): Faults {
  const faults: Record<string, FieldProblem> = {}
  for (const { pointIndex, problem, isError } of checkPollTable(command, points)) {
    const at = pointIndex === null ? null : atOf(pointIndex)
    if (at !== null && isError)
      Object.assign(faults, faultsAt(pointRow, at, [pointFlaws[problem as PointProblem]]))
  }
  return faults
}

function faultsAt<Draft>(
  { place }: { readonly place: Readonly<Record<keyof Draft, number>> },
  at: string,
  flaws: readonly Flaw<Draft>[],
): Faults {
  return Object.fromEntries(flaws.map(([field, problem]) => [`${at}.${place[field]}`, problem]))
}

/** @throws Problem `request.malformed` that names row and cell */
export function refuseFaults(faults: Faults): void {
  if (Object.keys(faults).length > 0) throw new Problem('request.malformed', {}, faults)
}
