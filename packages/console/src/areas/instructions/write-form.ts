import { parameterGroups } from '@coldkeep/domain/parameters/parameter'
import { checkWriteRow, type WriteProblem } from '@coldkeep/domain/polling/check-write-row'
import { type WriteCommandDraft, writeEffects } from '@coldkeep/domain/polling/poll-command'
import type { Translate } from '@coldkeep/phrases/keys'
import type { DraftValues, EditorField } from '../../archetypes/editor/editor-field'
import { type KnownModels, modelFields, newModelField, type OfModel } from './model-fields'

/** A write in its form. */
export type WriteForm = WriteCommandDraft & Pick<OfModel, 'isNewModel'>

/** In the order of the row that the service takes. */
export const writeFields = (t: Translate, known: KnownModels): readonly EditorField<WriteForm>[] => [
  ...modelFields(t, known),
  { key: 'commandCode', label: t('instructions.commandCode'), kind: 'text', position: 2 },
  { key: 'note', label: t('instructions.note'), kind: 'text', position: 3 },
  {
    key: 'requestHex',
    label: t('instructions.command'),
    kind: 'area',
    rows: 2,
    monospace: true,
    wide: true,
    help: t('writes.valueHelp'),
    position: 4,
  },
  {
    key: 'expectedReplyHex',
    label: t('instructions.expectedReply'),
    kind: 'area',
    rows: 2,
    monospace: true,
    wide: true,
    help: t('instructions.expectedReplyHelp'),
    position: 5,
  },
  { key: 'includesUnitId', label: t('instructions.includesUnitId'), kind: 'check', position: 6 },
  { key: 'appendsCrc', label: t('instructions.appendsCrc'), kind: 'check', position: 7 },
  { key: 'replyHasCrc', label: t('instructions.replyHasCrc'), kind: 'check', position: 8 },
  {
    key: 'effect',
    label: t('writes.effectTitle'),
    kind: 'choice',
    choices: writeEffects.map((value) => ({ value, label: t(`writes.effect.${value}`) })),
    position: 9,
  },
  {
    key: 'pointName',
    label: t('writes.pointTitle'),
    kind: 'text',
    wide: true,
    help: t('writes.pointHelp'),
    position: 10,
  },
  { key: 'setsTo', label: t('writes.setsTo'), kind: 'number', position: 11 },
  { key: 'lowest', label: t('writes.lowest'), kind: 'number', position: 12 },
  { key: 'highest', label: t('writes.highest'), kind: 'number', position: 13 },
  { key: 'usualLow', label: t('writes.usualLow'), kind: 'number', position: 14 },
  { key: 'usualHigh', label: t('writes.usualHigh'), kind: 'number', position: 15 },
  {
    key: 'group',
    label: t('writes.groupTitle'),
    kind: 'choice',
    choices: parameterGroups.map((value) => ({ value, label: t(`writes.group.${value}`) })),
    part: t('writes.asParameter'),
    position: 16,
  },
  { key: 'factoryValue', label: t('writes.factoryValue'), kind: 'number', position: 17 },
  {
    key: 'applyOrder',
    label: t('writes.applyOrder'),
    kind: 'number',
    help: t('writes.applyOrderHelp'),
    position: 18,
  },
  {
    key: 'isVolatile',
    label: t('writes.isVolatile'),
    kind: 'check',
    help: t('writes.isVolatileHelp'),
    position: 19,
  },
  {
    key: 'mostPerDay',
    label: t('writes.mostPerDay'),
    kind: 'number',
    help: t('writes.mostHelp', { most: 12 }),
    position: 20,
  },
  {
    key: 'mostPerYear',
    label: t('writes.mostPerYear'),
    kind: 'number',
    help: t('writes.mostHelp', { most: 1000 }),
    position: 21,
  },
  newModelField(t),
]

/** A write of which nothing is typed yet. */
export function blankWrite(brand: string | undefined, model: string | undefined): DraftValues<WriteForm> {
  return {
    brand: brand ?? '',
    model: model ?? '',
    commandCode: '',
    note: '',
    requestHex: '',
    expectedReplyHex: '',
    includesUnitId: false,
    appendsCrc: true,
    replyHasCrc: true,
    effect: 'setpoint',
    pointName: '',
    setsTo: null,
    lowest: null,
    highest: null,
    usualLow: null,
    usualHigh: null,
    group: 'other',
    factoryValue: null,
    applyOrder: 0,
    isVolatile: false,
    mostPerDay: null,
    mostPerYear: null,
    isNewModel: false,
  }
}

const fieldOf = {
  request_malformed: 'requestHex',
  request_too_long: 'requestHex',
  request_crc: 'requestHex',
  not_a_write: 'requestHex',
  value_place: 'requestHex',
  reply_malformed: 'expectedReplyHex',
  reply_too_long: 'expectedReplyHex',
  reply_value: 'expectedReplyHex',
  point_needed: 'pointName',
  bounds: 'lowest',
  usual: 'usualLow',
  factory: 'factoryValue',
} as const satisfies Record<WriteProblem, keyof WriteCommandDraft>

/** What the server would refuse, in words at the field. */
export function checkWrite(values: DraftValues<WriteCommandDraft>, t: Translate): Record<string, string> {
  const { requestHex, expectedReplyHex, pointName, setsTo, lowest, highest } = values
  const { usualLow, usualHigh, factoryValue } = values
  if (!requestHex || !expectedReplyHex) return {}
  const write = {
    requestHex,
    expectedReplyHex,
    includesUnitId: values.includesUnitId === true,
    appendsCrc: values.appendsCrc === true,
    replyHasCrc: values.replyHasCrc === true,
    pointName: pointName?.trim() ?? '',
    setsTo,
    lowest,
    highest,
    usualLow,
    usualHigh,
    factoryValue,
  }
  return Object.fromEntries(
    checkWriteRow(write).map((problem) => [fieldOf[problem], t(`instructions.problem.${problem}`)]),
  )
}
