import { requestWrite, type WaitMinutes, type WireControl } from '@coldkeep/contract/areas/writes'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import type { Choice } from '../../kit/field/SelectField'
import type { Controls, OperableDevice } from './controls'
import { valueFault } from './write-words'

/** `WaitMinutes`, from the one that is taken for one device. */
const waits = [1, 10, 60, 240] as const satisfies readonly WaitMinutes[]
const MINUTES_PER_HOUR = 60

export interface WriteValues {
  readonly value: number | null
  /** Ids of the other devices that it also goes to. */
  readonly devices: readonly string[]
  readonly waitMinutes: string | null
  readonly note: string
}

export const noWrite: WriteValues = { value: null, devices: [], waitMinutes: '1', note: '' }

export interface WriteSubject {
  /** Of the write, made here so that it is sent once. */
  readonly id: string
  readonly device: Pick<Controls, 'id' | 'store'>
  readonly control: WireControl
  /** Devices that take the same. */
  readonly alike: readonly OperableDevice[]
}

/** What a write needs: a value that the control takes, and what the call says of the rest. */
export function writeRules(
  { id, device, control, alike }: WriteSubject,
  language: Language,
  t: Translate,
): CallRules<typeof requestWrite, WriteValues> {
  return {
    call: requestWrite,
    labels: {
      ...(control.takesValue && { value: t('writes.newValue') }),
      devices: t('writes.alsoAt'),
      waitMinutes: t('writes.wait'),
      note: t('writes.note'),
    },
    inputOf: ({ value, devices, waitMinutes, note }) => ({
      body: {
        id,
        storeId: device.store.id,
        devices: [device.id, ...alike.filter((one) => devices.includes(String(one.id))).map((one) => one.id)],
        code: control.code,
        value: control.takesValue ? value : null,
        waitMinutes: waits.find((minutes) => String(minutes) === waitMinutes) ?? null,
        note,
      },
    }),
    check: ({ value }): Record<string, string> => {
      const fault = valueFault(control, value, language, t)
      return fault === null ? {} : { value: fault }
    },
  }
}

/** How long a write waits for its store. */
export function waitChoices(t: Translate): readonly Choice[] {
  return waits.map((minutes) => ({
    value: String(minutes),
    label:
      minutes < MINUTES_PER_HOUR
        ? t('writes.minutes', { count: minutes })
        : t('writes.hours', { count: minutes / MINUTES_PER_HOUR }),
  }))
}
