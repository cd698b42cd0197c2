import { type FieldProblem, Problem } from '@coldkeep/contract/problem'
import {
  type CommandProblem,
  checkPollTable,
  type PointProblem,
} from '@coldkeep/domain/polling/check-poll-table'
import type { WriteProblem } from '@coldkeep/domain/polling/check-write-row'
import type { ModelPoint } from '@coldkeep/domain/polling/device-model'
import type { PollCommandDraft } from '@coldkeep/domain/polling/poll-command'

/** Which cell of its row has the flaw, from 0, and of what kind it is. */
type Cell = readonly [place: number, problem: FieldProblem]

const commandCells: Record<CommandProblem, Cell> = {
  hex_malformed: [4, 'format'],
  too_long: [4, 'length'],
  response_length_range: [5, 'range'],
  response_length: [5, 'range'],
  crc_wrong: [4, 'format'],
  not_a_read: [4, 'choice'],
  decoder: [8, 'choice'],
}
const pointCells: Record<PointProblem, Cell> = {
  name_repeated: [0, 'choice'],
  position: [2, 'range'],
  position_repeated: [2, 'choice'],
  skip: [4, 'range'],
  overlap: [4, 'range'],
  slice_size: [5, 'range'],
  divisor: [6, 'range'],
  multiplier: [7, 'range'],
}
const writeCells: Record<WriteProblem, Cell> = {
  request_malformed: [4, 'format'],
  request_too_long: [4, 'length'],
  request_crc: [4, 'format'],
  not_a_write: [4, 'choice'],
  value_place: [4, 'format'],
  reply_malformed: [5, 'format'],
  reply_too_long: [5, 'length'],
  reply_value: [5, 'format'],
  point_needed: [10, 'missing'],
  bounds: [12, 'range'],
  usual: [14, 'range'],
}

/** Flaws by the place of their row and cell, as `rows.2.4`. */
type Faults = Readonly<Record<string, FieldProblem>>

/** @param at where the row stands in what was sent */
export function pollFaults(command: PollCommandDraft, at: string): Faults {
  return faultsAt(
    at,
    checkPollTable(command, []).flatMap(({ problem, isError }) =>
      isError ? [commandCells[problem as CommandProblem]] : [],
    ),
  )
}

export function writeFaults(problems: readonly WriteProblem[], at: string): Faults {
  return faultsAt(
    at,
    problems.map((problem) => writeCells[problem]),
  )
}

/**
 * Flaws of some nodes among all of their command; what is wrong with the others was told when they were written.
 * @param atOf where a node stands in what was sent, `null` where it was not sent
 */
export function pointFaults(
  command: PollCommandDraft,
  points: readonly ModelPoint[],
  atOf: (index: number) => string | null,
): Faults {
  const faults: Record<string, FieldProblem> = {}
  for (const { pointIndex, problem, isError } of checkPollTable(command, points)) {
    const at = pointIndex === null ? null : atOf(pointIndex)
    if (at !== null && isError) Object.assign(faults, faultsAt(at, [pointCells[problem as PointProblem]]))
  }
  return faults
}

function faultsAt(at: string, cells: readonly Cell[]): Faults {
  return Object.fromEntries(cells.map(([place, problem]) => [`${at}.${place}`, problem]))
}

/** @throws Problem `request.malformed` that names row and cell */
export function refuseFaults(faults: Faults): void {
  if (Object.keys(faults).length > 0) throw new Problem('request.malformed', {}, faults)
}
