import { type StoreSettings, storeSettings, storeTexts } from '@coldkeep/contract/areas/store-settings'
import { issuesIn } from '@coldkeep/contract/wire/issues'
import { readStoreCells, type StoreColumn } from '@coldkeep/domain/organisation/store-cells'
import type { Translate } from '@coldkeep/phrases/keys'
import { issueWords } from '../../archetypes/editor/field-faults'

/** What is wrong, in words, by part, key and field: `devices.n1.unit_id`. */
export type AnswerFaults = Readonly<Record<string, string>>

/** All that is wrong with the answers, as far as it can be found before anything is sent. */
export function answerFaults(settings: StoreSettings, t: Translate): AnswerFaults {
  const required = Object.fromEntries(emptyAnswers(settings).map((path) => [path, t('kit.field.required')]))
  return { ...contractFaults(settings, t), ...textFaults(settings, t), ...required }
}

/** What a draft is not even kept with. */
function contractFaults(settings: StoreSettings, t: Translate): AnswerFaults {
  const faults = issuesIn(storeSettings, settings).map((issue) => {
    const path = issue.path.map(String)
    return [pathByKey(path, settings), issueWords(issue, t)] as const
  })
  return Object.fromEntries(faults)
}

/** `devices.0.name` as `devices.n1.name`: rows are known by their keys. */
function pathByKey([part = '', place = '', ...rest]: readonly string[], settings: StoreSettings): string {
  const rows: unknown = Reflect.get(settings, part)
  const row = Array.isArray(rows) ? (rows[Number(place)] as { readonly key: string } | undefined) : undefined
  return [part, row?.key ?? place, ...rest].filter((step) => step !== '').join('.')
}

/** What the texts of a store would be refused for. */
function textFaults({ store }: StoreSettings, t: Translate): AnswerFaults {
  const cells = new Map<StoreColumn, string>(storeTexts.map((column) => [column, store[column]]))
  const { faults } = readStoreCells(cells)
  const words = {
    required: t('kit.field.required'),
    too_long: t('organisation.stores.fault.tooLong'),
    control_sign: t('organisation.stores.fault.controlSign'),
    formula: t('organisation.stores.fault.formula'),
    country: t('organisation.stores.fault.country'),
    time_zone: t('organisation.stores.fault.timeZone'),
    time: t('organisation.stores.fault.time'),
    date: t('organisation.stores.fault.date'),
    phone: t('organisation.stores.fault.phone'),
    area: t('organisation.stores.fault.area'),
  }
  return Object.fromEntries([...faults].map(([column, fault]) => [`store.${column}`, words[fault]]))
}

/** Answers that a draft may leave open and a store may not, by path. */
function emptyAnswers({ departmentId, devices, loss, warnings }: StoreSettings): readonly string[] {
  const insured = devices.filter(({ isInsured, isRetired }) => isInsured && !isRetired)
  const rules = Object.entries(warnings ?? {}).filter(([, { isOwn }]) => isOwn)
  return [
    ...(departmentId === null ? ['departmentId'] : []),
    ...insured.flatMap(({ key, insuredFrom, insuredUntil }) => [
      ...(insuredFrom === '' ? [`devices.${key}.insuredFrom`] : []),
      ...(insuredUntil === '' ? [`devices.${key}.insuredUntil`] : []),
    ]),
    ...(loss?.isOwn ? emptyIn('loss', loss, ['periodMinutes', 'thresholdMinutes']) : []),
    ...rules.flatMap(([kind, rule]) => emptyIn(`warnings.${kind}`, rule, ['x', 'minutes', 'windowHours'])),
  ]
}

function emptyIn<Rule extends object>(
  part: string,
  rule: Rule,
  figures: readonly (keyof Rule & string)[],
): readonly string[] {
  return figures.filter((figure) => rule[figure] === null).map((figure) => `${part}.${figure}`)
}
