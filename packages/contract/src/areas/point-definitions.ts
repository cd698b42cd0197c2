import type { PointDefinitionId, PollCommandId } from '@coldkeep/domain/ids'
import { measuredKinds, pointUnits } from '@coldkeep/domain/points/point'
import type { ModelPoint } from '@coldkeep/domain/polling/device-model'
import { pointFormats } from '@coldkeep/domain/polling/poll-command'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { wireId } from '../wire/id'
import {
  countText,
  INSTRUCTION_PATH,
  instructionAccess,
  instructionReadAccess,
  numberText,
} from '../wire/instruction'
import { line } from '../wire/line'
import { idOf, rowNamed, rowRevision, rowsOf, seenRevision } from '../wire/row'

export interface PointDefinitionRow extends ModelPoint {
  readonly id: PointDefinitionId
  readonly revision: number
}

const name = line(1, 80)
const kind = z.enum(measuredKinds)
const unit = z.enum(pointUnits)
const format = z.enum(pointFormats)
const source = line(0, 300)
const count = countText.def.out
const number = numberText.def.out

/** Node name, unit, parse order, value format, front offset, back offset, divisor, multiplier; kind and source. */
const cells = z.tuple([
  name,
  unit,
  countText,
  format,
  countText,
  countText,
  numberText,
  numberText,
  z._default(kind, 'other'),
  z._default(source, ''),
])
const draft = z.object({
  name,
  unit,
  position: count,
  numericFormat: format,
  skipLeadingBytes: count,
  skipTrailingBytes: count,
  divisor: number,
  multiplier: number,
  kind,
  source,
})
const change = z.extend(draft, { id: idOf<PointDefinitionId>(), ...seenRevision })

function draftOf(row: z.output<typeof cells>): ModelPoint {
  const [name, unit, position, numericFormat, front, back, divisor, multiplier, kind, source] = row
  return {
    name,
    unit,
    position,
    numericFormat,
    skipLeadingBytes: front,
    skipTrailingBytes: back,
    divisor,
    multiplier,
    kind,
    source,
  }
}

function cellsOf(row: ModelPoint): z.output<typeof cells> {
  return [
    row.name,
    row.unit,
    row.position,
    row.numericFormat,
    row.skipLeadingBytes,
    row.skipTrailingBytes,
    row.divisor,
    row.multiplier,
    row.kind,
    row.source,
  ]
}

export const wirePointDefinition = z.codec(
  z.object({ uid: wireId<PointDefinitionId>(), value: cells, revision: rowRevision }),
  z.custom<PointDefinitionRow>(),
  {
    decode: ({ uid, value, revision }) => ({ ...draftOf(value), id: uid, revision }),
    encode: (row) => ({ uid: row.id, value: cellsOf(row), revision: row.revision }),
  },
)

const path = `${INSTRUCTION_PATH}/poll-uid`
const mid = wireId<PollCommandId>()
const command = idOf<PollCommandId>()

export const listPointDefinitions = defineCall({
  method: 'GET',
  path,
  access: instructionReadAccess,
  summary: 'The nodes of a request: what stands where in its reply.',
  query: z.codec(z.object({ mid }), z.object({ command }), {
    decode: ({ mid }) => ({ command: mid }),
    encode: ({ command }) => ({ mid: command }),
  }),
  answer: z.array(wirePointDefinition),
})

export const addPointDefinitions = defineCall({
  method: 'POST',
  path,
  access: instructionAccess,
  summary: 'Adds nodes to a request.',
  body: z.codec(z.object({ mid, rows: rowsOf(cells) }), z.object({ command, rows: rowsOf(draft) }), {
    decode: ({ mid, rows }) => ({ command: mid, rows: rows.map(draftOf) }),
    encode: ({ command, rows }) => ({ mid: command, rows: rows.map(cellsOf) }),
  }),
  answer: nothing,
})

export const changePointDefinitions = defineCall({
  method: 'PATCH',
  path,
  access: instructionAccess,
  summary: 'Changes nodes of a request; a row that somebody else changed meanwhile is refused and told.',
  body: z.codec(
    z.object({
      mid,
      uids: rowsOf(z.object({ uid: wireId<PointDefinitionId>(), row: cells, ...seenRevision })),
    }),
    z.object({ command, rows: rowsOf(change) }),
    {
      decode: ({ mid, uids }) => ({
        command: mid,
        rows: uids.map(({ uid, row, revision }) => ({ ...draftOf(row), id: uid, revision })),
      }),
      encode: ({ command, rows }) => ({
        mid: command,
        uids: rows.map((row) => ({ uid: row.id, row: cellsOf(row), revision: row.revision })),
      }),
    },
  ),
  answer: nothing,
})

export const removePointDefinition = defineCall({
  method: 'DELETE',
  path,
  access: instructionAccess,
  summary: 'Removes a node of a request.',
  query: rowNamed<PointDefinitionId>('uid'),
  answer: nothing,
})
