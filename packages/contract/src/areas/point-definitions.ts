import type { PointDefinitionId, PollCommandId } from '@coldkeep/domain/ids'
import { measuredKinds } from '@coldkeep/domain/points/point'
import type { ModelPoint } from '@coldkeep/domain/polling/device-model'
import { pointFormats } from '@coldkeep/domain/polling/poll-command'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { as } from '../wire/dialect'
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
import { rowCodec } from '../wire/row-codec'

export interface PointDefinitionRow extends ModelPoint {
  readonly id: PointDefinitionId
  readonly revision: number
}

export const pointRow = rowCodec<ModelPoint>()([
  ['name', line(1, 80)],
  ['unit', line(0, 16)],
  ['position', countText],
  ['numericFormat', z.enum(pointFormats)],
  ['skipLeadingBytes', countText],
  ['skipTrailingBytes', countText],
  ['divisor', numberText],
  ['multiplier', numberText],
  // the interface names the cells up to here; those behind are ours
  ['kind', z._default(z.enum(measuredKinds), 'other')],
  ['source', z._default(line(0, 300), '')],
])
const changed = z.codec(
  z.object({ id: as('uid', wireId<PointDefinitionId>()), row: pointRow.codec, ...seenRevision }),
  z.extend(pointRow.draft, { id: idOf<PointDefinitionId>(), ...seenRevision }),
  { decode: ({ row, ...named }) => ({ ...row, ...named }), encode: (change) => ({ ...change, row: change }) },
)

export const wirePointDefinition = z.codec(
  z.object({ id: as('uid', wireId<PointDefinitionId>()), value: pointRow.codec, revision: rowRevision }),
  z.custom<PointDefinitionRow>(),
  { decode: ({ value, ...row }) => ({ ...value, ...row }), encode: (row) => ({ ...row, value: row }) },
)

const path = `${INSTRUCTION_PATH}/poll-uid`
const command = as('mid', wireId<PollCommandId>())

export const listPointDefinitions = defineCall({
  method: 'GET',
  path,
  access: instructionReadAccess,
  summary: 'The nodes of a request: what is where in its reply.',
  query: z.object({ command }),
  answer: z.array(wirePointDefinition),
})

export const addPointDefinitions = defineCall({
  method: 'POST',
  path,
  access: instructionAccess,
  summary: 'Adds nodes to a request.',
  body: z.object({ command, rows: rowsOf(pointRow.codec) }),
  answer: nothing,
})

export const changePointDefinitions = defineCall({
  method: 'PATCH',
  path,
  access: instructionAccess,
  summary:
    'Changes nodes of a request; a row that someone else changed in the meantime is refused and reported.',
  body: z.object({ command, rows: as('uids', rowsOf(changed)) }),
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
