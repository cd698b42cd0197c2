import type { Call } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { createTranslator } from '@coldkeep/phrases/phrases'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { limitsOfCall } from '../archetypes/editor/call-rules'
import { type CallRules, faultsOfCall } from '../archetypes/editor/use-call-form'
import { emptied } from '../kit/form/form-field'
import { writeCommand as command, control, shift } from '../testing/form-samples'
import { anyCodeRules } from './account/CodeDialog'
import { beginRules, confirmRules } from './account/EnrolDialog'
import { passwordRules } from './account/PasswordDialog'
import { acknowledgeRules, assignRules, commentRules, shelveRules } from './alarms/alarm-forms'
import { renewRules as renewServiceRules, serviceRules } from './amber/service-form'
import { addShiftRules, changeShiftRules, handOverRules, rotaRules } from './amber/shift-form'
import { keyRules } from './api-keys/NewApiKeyDialog'
import { categoryRules } from './bulletins/category-form'
import { actionRules, checkRules } from './corrections/correction-forms'
import { reviewRules } from './day-sheet/review-form'
import { logRules } from './downloads/log-rules'
import { calibrationRules } from './equipment/CalibrationForm'
import { brandRefusalRules } from './fridge-lists/review-rules'
import { beginHelpRules } from './help-desk/begin-form'
import { helpFileRules } from './help-desk/file-form'
import { pollTrialRules } from './instructions/poll-trial-rules'
import { refusalRules } from './instructions/WaitingPublication'
import { writeTrialRules } from './instructions/write-trial-rules'
import { faultsOfRecords } from './notices/RecordFilter'
import { rejectionOfApply } from './parameters/apply-words'
import { fileRules } from './parameters/file-form'
import { noteRules as serviceNoteRules } from './parameters/NoteDialog'
import { startRules } from './parameters/StartDialog'
import { caseNoteRules } from './repair/note-form'
import { labourRules, partRules, renewRules } from './repair/renew-form'
import { reportRules } from './repair/report-form'
import { screenRuleRules } from './screens/rule-draft'
import { noteRules } from './scripts/DownloadPanel'
import { copyRules } from './scripts/SaveAsDialog'
import { applyRules } from './service-points/apply-form'
import { pointApprovalRules, pointRejectionRules } from './service-points/decision-form'
import { priceRules } from './service-points/price-form'
import { correctionRules, grantEndRules } from './service-points/reason-form'
import { codeRules } from './session/CodeForm'
import { forgotRules } from './session/ForgotForm'
import { linkRules } from './session/LinkForm'
import { ownPasswordRules } from './session/OwnPasswordForm'
import { lossRules } from './settings/loss-draft'
import { terminalRules } from './terminals/NewTerminalDialog'
import { runRules } from './terminals/RunOnceDialog'
import { completionRules } from './upkeep/complete-form'
import { rejectionRules } from './writes/ActDialog'
import { writeRules } from './writes/write-rules'

const everywhere = { departmentId: null, storeId: null, firmware: undefined }
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
const helpFile = { sessionId: ID, deviceId: 1 as never, values: [{ code: 'set', value: 1, reason: '' }] }
const shiftTimes = { alsoRequired: ['from', 'fromTime', 'until', 'untilTime'] }
const unchanged = { progressId: '', assigneeId: '', cause: '', note: '' }
const publication = { brand: 'Carel', model: 'IR33', publication: 1 } as never
const order = { mode: 'deploy', scriptFile: 1, storeIds: [1] } as never

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
  form('code for recovery codes', (words) => anyCodeRules('renew', words), { code: '123456' }),
  form('code against the second factor', (words) => anyCodeRules('end', words), { code: '123456' }),
  form('rejection of a write', (words) => rejectionRules(ID as never, words), { reason: 'Too warm' }),
  form('rejection of a model', (words) => refusalRules(publication, words), { reason: 'Wrong scale' }),
  form(
    'refusal of a brand',
    (words) => brandRefusalRules({ id: 1, revision: 1 } as never, words),
    { reason: 'Another name of one in the list', departmentId: null },
    { alsoRequired: ['reason'] },
  ),
  form('category of messages', (words) => categoryRules(null, words), { title: 'Food safety' }),
  form('application for points', applyRules, {
    company: 'Frostline',
    contact: 'Una',
    phone: '02-555',
    serviceId: 11,
    subservice: 'training',
    points: 10,
  }),
  form(
    'approval of points',
    (words) => pointApprovalRules(1 as never, words),
    { lastDay: '2027-11-30', reason: '' },
    { alsoRequired: ['lastDay'] },
  ),
  form(
    'rejection of points',
    (words) => pointRejectionRules(1 as never, words),
    { lastDay: null, reason: 'Too early' },
    { alsoRequired: ['reason'] },
  ),
  form('correction of a use of points', (words) => correctionRules(1 as never, words), { reason: 'Test' }),
  form('end of a grant of points', (words) => grantEndRules(1 as never, words), { reason: 'Twice' }),
  form(
    'prices in points',
    (words) => priceRules(0, words),
    { terminal_claim: 0, screen_control: 5, screen_view: 2, help_session: 4, alert_month: 1, mayOwe: false },
    { alsoRequired: ['terminal_claim', 'screen_control', 'screen_view', 'help_session', 'alert_month'] },
  ),
  form(
    'alert service of an engineer',
    (words) => serviceRules({ accountId: 1 as never, revision: 1 }, words),
    { hasAlertService: true, alertServiceEndsOn: '2027-11-30', takesCases: true, lowestPriority: 'low' },
    { alsoRequired: ['alertServiceEndsOn'] },
  ),
  form(
    'renewal of an alert service',
    (words) => renewServiceRules({ accountId: 1 as never, alertServiceEndsOn: null }, words),
    { months: 12 },
  ),
  form('shift on call', (words) => addShiftRules(1 as never, words), shift, shiftTimes),
  form(
    'change of a shift',
    (words) => changeShiftRules({ id: 1 as never, revision: 1 }, words),
    shift,
    shiftTimes,
  ),
  form('hand-over', (words) => handOverRules({ id: 1 as never, revision: 1 }, words), {
    accountId: 1 as never,
  }),
  form('rota on call', (words) => rotaRules(1 as never, words), {
    ...{ firstDay: '2026-11-30', weeks: 4, weekdays: [1, 2], from: '20:00', until: '08:00' },
    accounts: [1 as never],
  }),
  form(
    'begin of help from afar',
    (words) => beginHelpRules(ID, 1 as never, words),
    { devices: [], caseId: null, fault: 'Too warm' },
    { alsoRequired: ['fault'] },
  ),
  form('file of help from afar', (words) => helpFileRules(helpFile, words), { name: 'Freezers' }),
  form('calibration', (words) => calibrationRules(1 as never, words), {
    point: 1 as never,
    checkedOn: '2026-11-01',
    checkedBy: 'Lab',
    certificate: 'C-17',
  }),
  form('copy of a script', (words) => copyRules(1 as never, (chosen) => chosen, words), {
    folderId: 1 as never,
    name: 'Copy',
  }),
  form('key for a machine', (words) => keyRules(null, words), {
    name: 'Dashboard',
    departmentId: '1',
    pages: ['1-1'],
    expiresAt: '2027-01-31',
  }),
  form('acknowledgement of alarms', (words) => acknowledgeRules(alarms, words), { comment: 'Seen' }),
  form('comment on alarms', (words) => commentRules(alarms, words), { comment: 'Door open' }),
  form('assignment of alarms', (words) => assignRules(alarms, words), { assignee: 'duty' }),
  form('shelving of alarms', (words) => shelveRules(alarms, words), { until: '60', reason: 'Repair' }),
  form('single run of a script', (words) => runRules('TB-0001' as never, words), { script: 'Cabinets' }),
  form('place for a terminal', terminalRules, { storeId: '1' }),
  form(
    'write to a device',
    (words) =>
      writeRules({ id: ID, device: { id: 1, store: { id: 1 } }, control, alike: [] } as never, 'en', words),
    { value: -18, devices: [], waitMinutes: '10', note: 'Colder' },
    { alsoRequired: ['value'] },
  ),
  form('order of logs', (words) => logRules('2026-11-25', words), {
    storeId: { value: '1', label: 'S1' },
    start: '2026-11-01',
    end: '2026-11-02',
    files: [],
  }),
  form('note of a script for stores', (words) => noteRules(order, words), { note: 'Monday' }),
  form(
    'corrective action',
    (words) => actionRules(ID, { id: 1, actions: 0, store: { zone: 'Asia/Taipei' } } as never, words),
    {
      action: 'Closed the door',
      disposition: 'discarded',
      quantityKg: 12.5,
      quantityWords: '30 boxes',
      cause: 'Door was left open',
      doneDay: '2026-11-20',
      doneClock: '11:00',
    },
  ),
  form(
    'check of a corrective action',
    (words) => checkRules(ID, { id: 1, actions: 1, facts: 1 } as never, words),
    {
      result: 'sendBack',
      note: 'How many boxes?',
    },
    { alsoRequired: ['result'] },
  ),
  form('report of a repair', (words) => reportRules(ID, [], words), {
    storeId: 1 as never,
    deviceId: '1',
    fault: 'Ice on the coil',
  }),
  form('renewal of a repair', (words) => renewRules(ID, { id: 1, revision: 1 } as never, unchanged, words), {
    progressId: '1',
    assigneeId: '2',
    cause: 'Fan stands',
    note: 'Motor ordered',
  }),
  form(
    'note on a repair',
    (words) => caseNoteRules(ID, { id: 1, revision: 1 } as never, words),
    { note: 'Fan is stuck', photos: [] },
    { alsoRequired: ['note'] },
  ),
  form('work on a repair', (words) => labourRules(ID, 1 as never, 'Asia/Taipei', words), {
    who: 'Lin',
    day: '2026-11-20',
    from: '09:00',
    to: '10:30',
  }),
  form('part of a repair', (words) => partRules(ID, 1 as never, words), {
    name: 'Fan motor',
    number: 'FM-10',
    quantity: 2,
  }),
  form('parameter file', (words) => fileRules([], '', words), {
    name: 'Freezers',
    modelId: 1 as never,
    kind: 'all',
    fridgeBrandId: null,
    fridgeTypeId: null,
    fridgeLocationId: null,
    firmwareFrom: null,
    firmwareTo: null,
    departmentId: null,
  }),
  form('service note', (words) => serviceNoteRules(0, words), { note: 'Call first' }),
  form(
    'apply of a parameter file',
    (words) => startRules({ ...everywhere, profileId: 1 as never }, 'f', words),
    { mostFailures: 1, note: 'Summer' },
  ),
  form('rejection of an apply', (words) => rejectionOfApply(1 as never, words), { reason: 'Not now' }),
  form('rule for screens', screenRuleRules, {
    ...{ consentRule: 'as_store', idleMinutes: 10, mostMinutes: 60, keptDays: 400 },
  }),
  form('rule for silent terminals', lossRules, { lossPeriodMinutes: 60, lossThresholdMinutes: 30 }),
  form('bench of polls', (words) => pollTrialRules(command, words), {
    unitId: 3,
    value: null,
    replyHex: '03 03',
  }),
  form(
    'completed upkeep',
    (words) =>
      completionRules(
        { id: 1, dueOn: '2024-11-01', zone: 'Asia/Taipei', tasks: [], leastPhotos: 0 } as never,
        '00000000-0000-4000-8000-000000000000',
        words,
      ),
    { result: 'good', doneOn: '2024-11-01', doneTime: '09:30', note: '', isDone: [], photos: [] },
    { alsoRequired: ['doneOn', 'doneTime'] },
  ),
  form(
    'review of a daily sheet',
    (words) => reviewRules({ storeId: 1 as never, on: '2024-11-01', digest: '0'.repeat(64) }, words),
    { note: '' },
  ),
  form(
    'bench of writes',
    (words) => writeTrialRules(command, true, 'en', words),
    { unitId: 3, value: 5, replyHex: '03 06' },
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
        expect(faults(key, max + step)[key], key).toBe(t('kit.field.tooHigh', { limit: max }))
      if (min !== undefined)
        expect(faults(key, min - step)[key], key).toBe(t('kit.field.tooLow', { limit: min }))
    }
  })
})

test('a filter of records needs both days, their times and a type, and a day that is one', () => {
  const times = { firstTime: '00:00', lastTime: '23:59' } as const
  const filter = { dep: '', first: '2026-11-01', last: '2026-11-02', type: 'alarm', ...times } as const
  expect(faultsOfRecords(filter, t)).toEqual({})
  expect(faultsOfRecords({ ...filter, first: null, last: null, type: null }, t)).toEqual({
    first: 'Required',
    last: 'Required',
    type: 'Required',
  })
  expect(faultsOfRecords({ ...filter, first: '2026-11-31' }, t)).toEqual({
    first: 'Enter a date as YYYY-MM-DD',
  })
  expect(faultsOfRecords({ ...filter, first: '2026-11-03' }, t)).toEqual({ last: 'Not before 2026-11-03' })
  expect(faultsOfRecords({ ...filter, firstTime: '', lastTime: '24:00' }, t)).toEqual({
    firstTime: 'Required',
    lastTime: 'Enter a time as HH:MM',
  })
  const oneDay = { ...filter, last: filter.first }
  expect(faultsOfRecords({ ...oneDay, firstTime: '9:00', lastTime: '08:59' }, t)).toEqual({
    lastTime: 'Not before the start time',
  })
  expect(faultsOfRecords({ ...oneDay, firstTime: '9:00', lastTime: '09:00' }, t)).toEqual({})
})
