import { writeCommandRow } from '@coldkeep/contract/areas/write-commands'
import { type FieldProblem, Problem } from '@coldkeep/contract/problem'
import type { Owned } from '@coldkeep/contract/wire/owner'
import { buildRequest } from '@coldkeep/domain/polling/build-request'
import { checkWriteRow, takesValue } from '@coldkeep/domain/polling/check-write-row'
import type { ModelPoint } from '@coldkeep/domain/polling/device-model'
import { type ExaminedWrite, examineWrite, type TrialProblem } from '@coldkeep/domain/polling/examine-write'
import { checkWrittenPoint, fillWrite, findPoint } from '@coldkeep/domain/polling/fill-write'
import { formatByte, formatHex } from '@coldkeep/domain/polling/parse-hex'
import type { RequestText, WriteCommandDraft } from '@coldkeep/domain/polling/poll-command'
import type { Translate } from '@coldkeep/phrases/keys'
import { scopeOf } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { findModel } from '../../instructions/find-model'
import { selectWriteCommands } from '../../instructions/model-row-queries'
import { selectModelTables } from '../../instructions/model-table-queries'
import { refuseFaults, writeFaults } from '../../instructions/row-faults'
import { presentModelProblem, presentWriteOutcome } from '../../instructions/words/instruction-words'
import { selectAnsweredWrites } from '../../writes/answered-write-queries'
import { replyBytes } from '../reply-bytes'

/** The position of the row in the body, and in it the node that shows the value. */
const ROW = 'row'
const POINT_CELL = `${ROW}.${writeCommandRow.place.pointName}`
/** Writes that are searched, and replies that are listed, at most. */
const MOST_ANSWERS = 50
const MOST_CAPTURED = 20

export const writeBenchHandlers = {
  testWrite: async ({ db, user, body, translate }) => {
    const { draft, unitId, value } = body
    // nothing goes onto a line here: a request of a link that has no CRC can be judged as well
    const problems = checkWriteRow(draft).filter((problem) => problem !== 'request_crc')
    refuseFaults(writeFaults(problems, ROW))
    const reply = replyBytes(body.replyHex)
    const { point, problem } = await readPointOf(db, user, draft)
    if (problem !== null) {
      const reason = presentModelProblem(problem, translate)
      throw new Problem('instruction.not_tried', { reason }, { [POINT_CELL]: 'choice' })
    }
    const examined = examineWrite(draft, point, { unitId, value, reply })
    if (!examined.ok) throw new Problem('request.malformed', {}, trialFaults[examined.problem])
    return presentExamined(examined.value, reply.length, translate)
  },

  listCapturedWrites: async ({ db, user, query }) => {
    const [row] = await selectWriteCommands(db, { from: user.departmentId, ids: [query.command] })
    if (row === undefined) throw new Problem('instruction.unknown')
    const { point, problem } = await readPointOf(db, user, row)
    if (problem !== null) return []
    // a write that was changed since was answered with something else
    const isSame = (value: number | null, arg: RequestText & { readonly unitId: number }) => {
      const texts = fillWrite(row, point, value)
      return texts.ok && frameOf({ ...row, ...texts.value }, arg.unitId) === frameOf(arg, arg.unitId)
    }
    const answers = await selectAnsweredWrites(db, scopeOf(user), row, MOST_ANSWERS)
    return answers
      .filter(({ value, arg }) => isSame(value, arg))
      .slice(0, MOST_CAPTURED)
      .map((answer) => ({
        store: { code: answer.storeCode, name: answer.storeName },
        deviceName: answer.deviceName,
        unitId: answer.arg.unitId,
        value: answer.value,
        replyHex: answer.packet,
        at: answer.changedAt,
      }))
  },
} satisfies Pick<Handlers, 'testWrite' | 'listCapturedWrites'>

const trialFaults: Readonly<Record<TrialProblem, Readonly<Record<string, FieldProblem>>>> = {
  unit_id_range: { unitId: 'range' },
  unit_id_mismatch: { unitId: 'choice' },
  missing: { value: 'missing' },
  not_taken: { value: 'unknown' },
  range: { value: 'range' },
  step: { value: 'choice' },
  hex_malformed: { [`${ROW}.4`]: 'format' },
  too_long: { [`${ROW}.4`]: 'length' },
  reply_malformed: { [`${ROW}.5`]: 'format' },
}

/** As which the value of a write is read in the model as it is being edited; only where a value is taken. */
async function readPointOf(db: Db, user: SignedIn, write: WriteCommandDraft & Partial<Owned>) {
  if (!takesValue(write)) return { point: null, problem: null }
  const { brand, model, owner } = write
  const name = { brand, model, ...(owner !== undefined && { owner: owner?.id ?? ('product' as const) }) }
  const found = await findModel(db, user, name)
  const commands = found === null ? [] : (await selectModelTables(db, found.deviceModelId)).commands
  const [problem = null] = checkWrittenPoint(write, commands)
  const point: ModelPoint | null = findPoint(commands, write.pointName)?.point ?? null
  return { point, problem }
}

function frameOf(request: RequestText, unitId: number): string | null {
  const frame = buildRequest(request, unitId)
  return frame.ok ? formatHex(frame.value) : null
}

function presentExamined(examined: ExaminedWrite, length: number, translate: Translate) {
  const { request, expected, outcome, fault, crc, bytes } = examined
  return {
    requestHex: formatHex(request),
    expectedHex: formatHex(expected),
    outcome: outcome.kind === 'other' ? (fault ?? 'bytes') : outcome.kind,
    message: presentWriteOutcome(examined, translate),
    length,
    expectedLength: expected.length,
    crc: crc && { found: formatHex(crc.found), expected: formatHex(crc.expected) },
    bytes: bytes.map((byte) => ({
      part: byte.part,
      expected: byte.part === null ? null : formatByte(byte.expected),
      found: byte.found === null ? null : formatByte(byte.found),
      match: byte.match,
    })),
  }
}
