import { type CommandProblem, checkPollTable, type PointProblem } from './check-poll-table'
import { checkWriteRow, type WriteProblem } from './check-write-row'
import type { ModelTables } from './device-model'
import { checkWrittenPoint, type WrittenPointProblem } from './fill-write'

/** A name that a model holds twice, or a model with nothing to poll. */
type TableProblem = 'point_twice' | 'nothing_to_ask'
export type ModelProblem = CommandProblem | PointProblem | WriteProblem | WrittenPointProblem | TableProblem

/** A finding in the tables of a model; `null` where it speaks of the model or the command as a whole. */
export interface ModelFinding {
  readonly command: string | null
  readonly point: string | null
  readonly problem: ModelProblem
  /** False: it may be intended, and is reported all the same. */
  readonly isError: boolean
}

/** Everything that is wrong in the tables of a model, in the order in which they are read. */
export function checkModel({ commands, writes }: ModelTables): ModelFinding[] {
  const findings: ModelFinding[] = []
  if (commands.length === 0)
    findings.push({ command: null, point: null, problem: 'nothing_to_ask', isError: true })
  const names = new Set<string>()
  for (const command of commands) {
    const { commandCode, points } = command
    for (const { pointIndex, problem, isError } of checkPollTable(command, points)) {
      const point = pointIndex === null ? null : (points[pointIndex]?.name ?? null)
      findings.push({ command: commandCode, point, problem, isError })
    }
    for (const { name } of points) {
      // a name that occurs twice in one command was found above
      if (names.has(name))
        findings.push({ command: commandCode, point: name, problem: 'point_twice', isError: true })
    }
    for (const { name } of points) names.add(name)
  }
  for (const write of writes) {
    for (const problem of [...checkWriteRow(write), ...checkWrittenPoint(write, commands)])
      findings.push({ command: write.commandCode, point: null, problem, isError: true })
  }
  return findings
}
