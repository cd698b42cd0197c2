import type { parameterDeviceStates } from '@coldkeep/contract/areas/parameters'
import type { DriftCause } from '@coldkeep/domain/parameters/drift'
import type { Parameter } from '@coldkeep/domain/parameters/parameter'
import { formatNumber, NO_VALUE } from '@coldkeep/phrases/format'
import type { Language } from '@coldkeep/phrases/translate'
import type { IconName } from '../../kit/icons'
import type { Status } from '../../kit/StatusTag'

const MOST_DECIMALS = 3

/** A value with as many decimals as its steps have. */
export function figureText(
  { unit, step }: Pick<Parameter, 'unit' | 'step'>,
  value: number | null,
  language: Language,
): string {
  if (value === null) return NO_VALUE
  return formatNumber(language, value, { decimals: decimalsOf(step), unit })
}

/** The same without knowing the parameter. */
export function bareText(value: number | null, unit: string, language: Language): string {
  if (value === null) return NO_VALUE
  return formatNumber(language, value, { decimals: decimalsOf(value), unit })
}

function decimalsOf(step: number): number {
  return Math.min(MOST_DECIMALS, (String(step).split('.')[1] ?? '').length)
}

/** As people call it: what the model's author noted, with the controller's own label. */
export function parameterName({ note, name, code }: Pick<Parameter, 'note' | 'name' | 'code'>): string {
  return note || name || code
}

export type DeviceState = (typeof parameterDeviceStates)[number]

/** Normal is a grey word; what needs someone has a shape of its own and full ink. */
export const stateLooks: Record<DeviceState, { readonly status: Status; readonly icon?: IconName }> = {
  same: { status: 'online' },
  unclaimed: { status: 'online' },
  unknown: { status: 'waiting', icon: 'question' },
  absent: { status: 'waiting', icon: 'minus' },
  differs: { status: 'failed', icon: 'adjust' },
  impossible: { status: 'failed' },
  rivals: { status: 'failed', icon: 'alert' },
}

export const causeLooks: Record<DriftCause, { readonly status: Status; readonly icon?: IconName }> = {
  own: { status: 'online' },
  keypad: { status: 'failed', icon: 'user' },
  reset: { status: 'failed', icon: 'refresh' },
}
