import type { RunRow } from '@coldkeep/contract/mqtt/command-arguments'
import { Problem } from '@coldkeep/contract/problem'
import { buildRequest } from '@coldkeep/domain/polling/build-request'
import { type ExaminedPoint, examineReply } from '@coldkeep/domain/polling/examine-reply'
import { formatHex, parseHex } from '@coldkeep/domain/polling/parse-hex'
import type { Translate } from '@coldkeep/phrases/keys'
import { scopeOf } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import { selectPointDefinitions, selectPollCommands } from '../../instructions/model-row-queries'
import { presentOutcome, presentReason } from '../../instructions/words/instruction-words'
import { answeredRows } from '../../scripts/answered-rows'
import { selectAnswersTo } from '../../scripts/shown-deployment-queries'
import { checkSeesAll } from '../../terminals/check-equipment'
import { replyBytes } from '../reply-bytes'

/** Terminals that are searched, and replies that are listed, at most. */
const MOST_ANSWERS = 50
const MOST_CAPTURED = 20

export const testBenchHandlers = {
  testReply: async ({ db, user, body, translate }) => {
    const [command] = await selectPollCommands(db, { from: user.departmentId, ids: [body.command] })
    if (command === undefined) throw new Problem('instruction.unknown')
    const reply = replyBytes(body.replyHex)
    const request = buildRequest(command, body.unitId)
    if (!request.ok) {
      const isUnit = request.problem === 'unit_id_mismatch' || request.problem === 'unit_id_range'
      throw new Problem('request.malformed', {}, isUnit ? { unitId: 'choice' } : { command: 'format' })
    }
    const points = await selectPointDefinitions(db, body.command)
    const { outcome, crc, points: examined } = examineReply(command, points, request.value, reply)
    return {
      requestHex: formatHex(request.value),
      outcome: outcome.kind,
      message: presentOutcome(outcome, translate),
      length: reply.length,
      expectedLength: command.responseLengthBytes,
      crc: crc && { found: formatHex(crc.found), expected: formatHex(crc.expected) },
      nodes: points.map((point, index) => ({
        name: point.name,
        unit: point.unit,
        format: point.numericFormat,
        ...shownPoint(examined[index] as ExaminedPoint, translate),
      })),
    }
  },

  listCapturedReplies: async ({ db, user, query }) => {
    checkSeesAll(user)
    const [command] = await selectPollCommands(db, { from: user.departmentId, ids: [query.command] })
    if (command === undefined) throw new Problem('instruction.unknown')
    const sentHex = hexOf(command.requestHex)
    const answers = await selectAnswersTo(db, scopeOf(user), command, MOST_ANSWERS)
    const replies = answers.flatMap((answer) => {
      const { rows, commands } = answeredRows(answer)
      // a request that was changed since was answered with something else
      const isSame = (row: RunRow) =>
        commands.some(
          ({ commandCode, unitId, requestHex }) =>
            commandCode === row.commandCode && unitId === row.unitId && hexOf(requestHex) === sentHex,
        )
      return rows
        .filter((row) => row.commandCode === command.commandCode && row.packet !== '' && isSame(row))
        .map(({ deviceName, unitId, packet }) => ({
          store: { code: answer.code, name: answer.name },
          deviceName,
          unitId,
          replyHex: packet,
          at: answer.changedAt,
        }))
    })
    return replies.slice(0, MOST_CAPTURED)
  },
} satisfies Pick<Handlers, 'testReply' | 'listCapturedReplies'>

function hexOf(text: string): string {
  return formatHex(parseHex(text) ?? new Uint8Array())
}

function shownPoint({ offset, slice, raw, value, text, reason }: ExaminedPoint, translate: Translate) {
  return {
    offset,
    slice: formatHex(slice),
    raw: raw.kind === 'malformed' ? null : raw.kind === 'text' ? raw.text : String(raw.value),
    value: value === null ? text : String(value),
    reason: reason === null ? null : presentReason(reason, translate),
  }
}
