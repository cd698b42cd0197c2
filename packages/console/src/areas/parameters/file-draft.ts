import type { readProfile } from '@coldkeep/contract/areas/parameters'
import type { Answer } from '@coldkeep/contract/call'
import type { FirmwareRange } from '@coldkeep/domain/parameters/firmware'
import type { Parameter } from '@coldkeep/domain/parameters/parameter'
import {
  faultsOfProfile,
  isPossible,
  type ProfileKind,
  type ProfileMatch,
  type ProfileValue,
} from '@coldkeep/domain/parameters/profile'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import { figureText } from './parameter-words'

export type FileDetail = Answer<typeof readProfile>

/** What is being entered for one parameter; `null`: it is not in the file. */
export interface DraftValue {
  readonly value: number | null
  readonly reason: string
  readonly isLocked: boolean
}

/** A parameter file while it is being edited. */
export interface FileDraft extends ProfileMatch, FirmwareRange {
  readonly name: string
  readonly kind: ProfileKind
  /** By the code of the parameter. */
  readonly values: Readonly<Record<string, DraftValue>>
}

export const unset: DraftValue = { value: null, reason: '', isLocked: false }

export function draftOf({ profile, values }: Pick<FileDetail, 'profile' | 'values'>): FileDraft {
  const { name, kind, fridgeBrandId, fridgeTypeId, fridgeLocationId, firmwareFrom, firmwareTo } = profile
  return {
    ...{ name, kind, fridgeBrandId, fridgeTypeId, fridgeLocationId, firmwareFrom, firmwareTo },
    values: Object.fromEntries(
      values.map(({ code, value, reason, isLocked }) => [code, { value, reason, isLocked }]),
    ),
  }
}

/** What is sent of a draft: parameters in the order of their model, then those that it does not have any more. */
export function valuesOf(
  { values }: Pick<FileDraft, 'values'>,
  parameters: readonly Parameter[],
): readonly ProfileValue[] {
  const known = parameters.map(({ code }) => code)
  const codes = [...known, ...Object.keys(values).filter((code) => !known.includes(code))]
  return codes.flatMap((code): ProfileValue[] => {
    const { value, reason, isLocked } = values[code] ?? unset
    return value === null ? [] : [{ code, value, reason: reason.trim(), isLocked }]
  })
}

export function isSameDraft(one: FileDraft, other: FileDraft, parameters: readonly Parameter[]): boolean {
  const textOf = (draft: FileDraft) => JSON.stringify({ ...draft, values: valuesOf(draft, parameters) })
  return textOf(one) === textOf(other)
}

/** What is wrong with the values of a draft, in words, by the code of the parameter. */
export function faultsOfDraft(
  draft: FileDraft,
  { parameters, locked }: Pick<FileDetail, 'parameters' | 'locked'>,
  language: Language,
  t: Translate,
): ReadonlyMap<string, string> {
  const values = valuesOf(draft, parameters)
  const known = new Map(parameters.map((parameter) => [parameter.code, parameter]))
  const faults = new Map<string, string>()
  for (const { code, value, owner } of locked) {
    const own = draft.values[code]?.value ?? null
    const parameter = known.get(code)
    if (own !== null && own !== value)
      faults.set(
        code,
        t('parameters.editor.faultLocked', {
          owner,
          value: parameter === undefined ? value : figureText(parameter, value, language),
        }),
      )
  }
  for (const [index, fault] of faultsOfProfile(draft.kind, values, parameters)) {
    const code = values[index]?.code ?? ''
    const parameter = known.get(code)
    if (fault === 'twice') continue
    if (parameter === undefined) faults.set(code, t('parameters.editor.faultUnknown'))
    else if (fault === 'range')
      faults.set(
        code,
        t('parameters.editor.faultRange', {
          low: figureText(parameter, parameter.lowest, language),
          high: figureText(parameter, parameter.highest, language),
        }),
      )
    else if (fault === 'step')
      faults.set(
        code,
        t('parameters.editor.faultStep', { step: figureText(parameter, parameter.step, language) }),
      )
    else faults.set(code, t('parameters.editor.faultGroup'))
  }
  return faults
}

/** The fields that the service refused, by the code of the parameter. */
export function refusedCodes(
  fields: Readonly<Record<string, string>>,
  values: readonly ProfileValue[],
): readonly string[] {
  return Object.keys(fields).flatMap((field) => {
    const at = /^values\.(\d+)\./.exec(field)?.[1]
    const code = at === undefined ? undefined : values[Number(at)]?.code
    return code === undefined ? [] : [code]
  })
}

/** Those values that a file of this kind can take over; what is locked above stays as it is. */
export function takenValues(
  draft: FileDraft,
  { parameters, locked }: Pick<FileDetail, 'parameters' | 'locked'>,
  others: ReadonlyMap<string, Pick<DraftValue, 'value'> & Partial<DraftValue>>,
): ReadonlyMap<string, DraftValue> {
  const taken = new Map<string, DraftValue>()
  for (const parameter of parameters) {
    const other = others.get(parameter.code)
    const value = other?.value ?? null
    if (other === undefined || value === null || !isPossible(parameter, value)) continue
    if (draft.kind !== 'all' && parameter.group !== draft.kind) continue
    if (locked.some((one) => one.code === parameter.code && one.value !== value)) continue
    const own = draft.values[parameter.code] ?? unset
    if (own.value === value) continue
    taken.set(parameter.code, {
      value,
      reason: other.reason ?? own.reason,
      isLocked: other.isLocked ?? own.isLocked,
    })
  }
  return taken
}
