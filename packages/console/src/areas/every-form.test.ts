import type { Call } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { createTranslator } from '@coldkeep/phrases/phrases'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { limitsOfCall } from '../archetypes/editor/call-rules'
import { type CallRules, faultsOfCall } from '../archetypes/editor/use-call-form'
import { emptied } from '../kit/form/form-field'
import { beginRules, confirmRules } from './account/EnrolDialog'
import { passwordRules } from './account/PasswordDialog'
import { acknowledgeRules, assignRules, commentRules, shelveRules } from './alarms/alarm-forms'
import { codeRules } from './session/CodeForm'
import { forgotRules } from './session/ForgotForm'
import { linkRules } from './session/LinkForm'
import { ownPasswordRules } from './session/OwnPasswordForm'
import { terminalRules } from './terminals/NewTerminalDialog'
import { writeRules } from './writes/write-rules'

const t = createTranslator('en')

type Values = Readonly<Record<string, unknown>>

interface HandForm {
  readonly name: string
  readonly rules: CallRules<Call, Values>
  /** What the call takes. */
  readonly whole: Values
  /** Required here, although the call has a use for an empty one. */
  readonly alsoRequired: readonly string[]
  /** A field that has to say the same as another. */
  readonly repeats: Readonly<Record<string, string>>
}

function form<C extends Call, V extends object>(
  name: string,
  rulesOf: (words: Translate) => CallRules<C, V>,
  whole: V,
  more: Partial<HandForm> = {},
): HandForm {
  const rules = rulesOf(t) as unknown as HandForm['rules']
  return { name, rules, whole: whole as Values, alsoRequired: [], repeats: {}, ...more }
}

const chosen = { password: 'kept in mind', repeated: 'kept in mind' }
const twice = { alsoRequired: ['repeated'], repeats: { password: 'repeated' } }

const alarms = [1] as never
const ID = '00000000-0000-4000-8000-000000000000'
const control = {
  code: 'set',
  takesValue: true,
  lowest: -40,
  highest: 20,
  step: 0.5,
  unit: '°C',
  usual: null,
}

/** Forms of one call that are written by hand; those whose fields are data are in `every-editor.test.ts`. */
const forms: readonly HandForm[] = [
  form('code of the sign-in', codeRules, { code: '123456' }),
  form('forgotten password', forgotRules, { account: 'duty' }),
  form('password by a mailed link', (words) => linkRules('token', words), chosen, twice),
  form('password instead of a temporary one', ownPasswordRules, chosen, twice),
  form(
    'password',
    passwordRules,
    { current: 'so far', ...chosen },
    {
      ...twice,
      alsoRequired: ['current', 'repeated'],
    },
  ),
  form('begin of the second factor', beginRules, { current: 'so far' }, { alsoRequired: ['current'] }),
  form('confirmation of the second factor', confirmRules, { code: '123456' }),
  form('acknowledgement of alarms', (words) => acknowledgeRules(alarms, words), { comment: 'Seen' }),
  form('comment on alarms', (words) => commentRules(alarms, words), { comment: 'Door open' }),
  form('assignment of alarms', (words) => assignRules(alarms, words), { assignee: 'duty' }),
  form('shelving of alarms', (words) => shelveRules(alarms, words), { until: '60', reason: 'Repair' }),
  form('place for a terminal', terminalRules, { storeId: '1' }),
  form(
    'write to a device',
    (words) =>
      writeRules({ id: ID, device: { id: 1, store: { id: 1 } }, control, alike: [] } as never, 'en', words),
    { value: -18, devices: [], waitMinutes: '10', note: 'Colder' },
    { alsoRequired: ['value'] },
  ),
]

describe.each(forms)('$name', ({ rules, whole, alsoRequired, repeats }) => {
  const changed = (key: string, value: unknown): Values => ({
    ...whole,
    [key]: value,
    ...(repeats[key] !== undefined && { [repeats[key]]: value }),
  })
  const faults = (key: string, value: unknown) => faultsOfCall(rules, changed(key, value), t)
  /** What the service says: the same schema, of one field at a time. */
  const isTaken = (values: Values) => {
    const { params, query, body } = rules.inputOf(values) as Record<string, never>
    const { call } = rules
    return [
      [call.params, params],
      [call.query, query],
      [call.body, body],
    ].every(([schema, sent]) => z.safeEncode(schema as z.ZodMiniType, (sent ?? {}) as never).success)
  }
  const fields = Object.entries(rules.labels).flatMap(([key, label]) => (label === undefined ? [] : key))
  const limits = limitsOfCall(rules.call)

  test('takes what is whole', () => {
    expect(faultsOfCall(rules, whole, t)).toEqual({})
    expect(isTaken(whole)).toBe(true)
  })

  test('an empty form names each field that may not be empty', () => {
    const refused = fields.filter(
      (key) => alsoRequired.includes(key) || !isTaken({ ...whole, [key]: emptied(whole[key]) }),
    )
    const nothing = Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, emptied(value)]))
    expect(faultsOfCall(rules, nothing, t)).toEqual(
      Object.fromEntries(refused.map((key) => [key, 'Required'])),
    )
  })

  test('each field knows the limits of the service', () => {
    for (const key of fields) {
      const { maxLength, min, max, step = 0.5 } = limits.get(key) ?? {}
      if (typeof whole[key] === 'string' && maxLength !== undefined) {
        const long = 'x'.repeat(maxLength + 1)
        expect(isTaken(changed(key, long)), key).toBe(false)
        expect(faults(key, long), key).toEqual({ [key]: t('kit.field.tooLong', { count: maxLength }) })
      }
      if (typeof whole[key] !== 'number') continue
      if (max !== undefined)
        expect(faults(key, max + step), key).toEqual({ [key]: t('kit.field.tooHigh', { limit: max }) })
      if (min !== undefined)
        expect(faults(key, min - step), key).toEqual({ [key]: t('kit.field.tooLow', { limit: min }) })
    }
  })
})
