import { updateCompany, updateProfile } from '@coldkeep/contract/areas/account'
import { addAccount, changeAccount } from '@coldkeep/contract/areas/accounts'
import { addDeviceCategories, addPageCategories } from '@coldkeep/contract/areas/categories'
import { addEquipment, swapEquipment } from '@coldkeep/contract/areas/equipment'
import { addPointLimits } from '@coldkeep/contract/areas/limit-rules'
import { addNoticeSteps, addNoticeTargets } from '@coldkeep/contract/areas/notices'
import { addPointDefinitions } from '@coldkeep/contract/areas/point-definitions'
import { addPollCommands } from '@coldkeep/contract/areas/poll-commands'
import { savePorts } from '@coldkeep/contract/areas/ports'
import { addReportSchedules } from '@coldkeep/contract/areas/report-schedules'
import { addDevicePermissions, addPagePermissions } from '@coldkeep/contract/areas/rights'
import { addScriptCommands } from '@coldkeep/contract/areas/script-commands'
import { addPollScripts, addScriptFolders } from '@coldkeep/contract/areas/scripts'
import { addWriteCommands } from '@coldkeep/contract/areas/write-commands'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { issuesOf, limitsOfCall } from '../archetypes/editor/call-rules'
import { type PlainField, type PlainValues, plainFields } from '../archetypes/editor/editor-field'
import { faultsOfEditor } from '../archetypes/editor/use-editor-form'
import { emptyValue, type FormValue } from '../kit/form/form-field'
import { type Editor, list, ofModel, plain, rows, t } from '../testing/editors'
import { workEditors } from '../testing/work-editors'
import { scheduleFields } from './downloads/schedule-form'
import { equipmentFields, modelFields, portField, unitField } from './equipment/equipment-form'
import { type PortDraft, portFields, portOf } from './equipment/port-form'
import { fields as nodeFields } from './instructions/NodeTable'
import { fieldsWith as pollFields } from './instructions/PollCommandTable'
import { writeFields } from './instructions/write-form'
import { fields as stepFields } from './notices/StepTable'
import { targetFields } from './notices/target-form'
import { accountFields, newAccountFields } from './rights/account-form'
import { deviceFields, pageFields } from './rights/Categories'
import { fields as devicePermissionFields } from './rights/EquipmentPermissions'
import { fields as pagePermissionFields } from './rights/PagePermissions'
import { fields as commandFields } from './scripts/CommandTable'
import { fields as folderFields } from './scripts/FolderTable'
import { fieldsOf as limitFields } from './scripts/LimitTable'
import { fields as scriptFields } from './scripts/ScriptTable'

const known = { brands: [], models: {} }
const device = { params: { deviceId: 1 } }

const editors: readonly Editor[] = [
  ...workEditors,
  {
    name: 'polls',
    fields: plain((words) => pollFields(words, known)),
    call: addPollCommands,
    inputOf: ofModel,
    whole: {
      brand: 'Carel',
      model: 'IR33',
      commandCode: 'temps',
      note: 'Both probes',
      requestHex: '03 00 00 00 02',
      responseLengthBytes: 9,
      includesUnitId: false,
      appendsCrc: true,
      decoderId: 1,
    },
  },
  {
    name: 'nodes',
    fields: plain(nodeFields),
    call: addPointDefinitions,
    inputOf: rows({ command: 1 }),
    whole: {
      name: 'T1',
      unit: '°C',
      position: 1,
      numericFormat: 'i16',
      skipLeadingBytes: 0,
      skipTrailingBytes: 0,
      divisor: 10,
      multiplier: 1,
      kind: 'other',
      source: '',
    },
  },
  {
    name: 'writes',
    fields: plain((words) => writeFields(words, known)),
    call: addWriteCommands,
    inputOf: ofModel,
    whole: {
      brand: 'Carel',
      model: 'IR33',
      commandCode: 'set',
      note: 'Set point',
      requestHex: '06 00 01 vv vv',
      expectedReplyHex: '06 00 01 vv vv',
      includesUnitId: false,
      appendsCrc: true,
      replyHasCrc: true,
      effect: 'setpoint',
      pointName: 'T1',
      setsTo: null,
      lowest: -30,
      highest: 10,
      usualLow: null,
      usualHigh: null,
      group: 'other',
      factoryValue: null,
      applyOrder: 0,
      isVolatile: false,
      mostPerDay: null,
      mostPerYear: null,
    },
  },
  {
    name: 'script commands',
    fields: plain(commandFields),
    call: addScriptCommands,
    inputOf: rows({ script: 1 }),
    whole: {
      brand: 'Carel',
      model: 'IR33',
      commandCode: 'temps',
      unitId: 3,
      deviceName: 'Freezer',
      retries: 2,
      intervalMs: 50,
      timeoutMs: 500,
    },
  },
  {
    name: 'limits',
    fields: plainFields(limitFields(new Map([['T1', '°C']]), t)),
    call: addPointLimits,
    inputOf: (values) => ({ body: { script: 1, command: 1, rows: [{ ...values, unit: '°C' }] } }),
    whole: {
      pointName: 'T1',
      lowLimit: -30,
      lowDelayMinutes: 15,
      highLimit: -10,
      highDelayMinutes: 15,
      lostDelayMinutes: 30,
    },
  },
  {
    name: 'script folders',
    fields: plain(folderFields),
    call: addScriptFolders,
    inputOf: ({ name }) => ({ body: { rows: [{ name }] } }),
    whole: { name: 'North' },
  },
  {
    name: 'script files',
    fields: plain(scriptFields),
    call: addPollScripts,
    inputOf: list,
    whole: { folderId: 1, name: 'Standard', periodSeconds: 60 },
  },
  {
    name: 'escalation steps',
    fields: plain(stepFields),
    call: addNoticeSteps,
    inputOf: (values) => ({ body: { steps: [values] } }),
    whole: { target: '1', step: 1, afterMinutes: 15, next: '2' },
  },
  {
    name: 'notice targets',
    fields: plainFields(
      targetFields({ channels: [], accounts: [], departments: [], zones: ['UTC'] } as never, t),
    ),
    call: addNoticeTargets,
    inputOf: (values) => ({ body: { targets: [values] } }),
    whole: {
      name: 'Duty',
      channel: 'email',
      recipient: 'address',
      address: 'duty@example.com',
      departments: ['1'],
      kinds: ['limit'],
      lowestPriority: 'medium',
      quietFrom: '',
      quietUntil: '',
      zone: 'UTC',
      language: 'en',
      isEnabled: true,
    },
  },
  {
    name: 'page categories',
    fields: plain(pageFields),
    call: addPageCategories,
    inputOf: list,
    whole: { title: 'Reader', pageKeys: ['1-1'] },
  },
  {
    name: 'device categories',
    fields: plain(deviceFields),
    call: addDeviceCategories,
    inputOf: list,
    whole: { title: 'Reader', sees: [], writes: [] },
  },
  {
    name: 'page permissions',
    fields: plain(pagePermissionFields),
    call: addPagePermissions,
    inputOf: list,
    whole: { account: 'duty', type: 1 },
  },
  {
    name: 'equipment permissions',
    fields: plain(devicePermissionFields),
    call: addDevicePermissions,
    inputOf: list,
    whole: { account: 'duty', type: 1, walkIn: false, c4: false },
  },
  {
    name: 'accounts',
    fields: plain(accountFields),
    call: changeAccount,
    inputOf: (values) => ({ params: { accountId: 1 }, body: { ...values, revision: 1 } }),
    whole: {
      name: 'Duty',
      email: '',
      departmentId: 1,
      isEnabled: true,
      isEngineer: false,
      alertServiceEndsOn: null,
    },
  },
  {
    name: 'new account',
    fields: plain(newAccountFields),
    call: addAccount,
    inputOf: (body) => ({ body }),
    whole: {
      login: 'duty',
      name: 'Duty',
      email: '',
      departmentId: 1,
      isEngineer: false,
      alertServiceEndsOn: null,
      pagePermission: null,
      devicePermission: null,
    },
  },
  {
    name: 'report schedules',
    fields: plain(scheduleFields),
    call: addReportSchedules,
    inputOf: list,
    whole: {
      name: 'Daily',
      departmentId: 1,
      group: 'temperature',
      cycle: 'day',
      hour: 6,
      form: 'long',
      format: 'csv',
      delivery: 'kept',
      isEnabled: true,
    },
  },
  {
    name: 'equipment',
    fields: plain(equipmentFields({ models: {}, top: null })).filter(({ key }) => key !== 'storeId'),
    call: addEquipment,
    inputOf: (values) => ({ body: { storeId: 1, ...values } }),
    whole: {
      terminalId: 'TB-0001',
      port: null,
      unitId: 3,
      name: 'Freezer',
      type: 'walk_in',
      zone: 'FZ',
      brand: 'Carel',
      model: 'IR33',
      contractedKw: null,
      demandIntervalMinutes: null,
      fridgeBrandId: null,
      fridgeTypeId: null,
      fridgeLocationId: null,
    },
  },
  {
    name: 'a swap',
    fields: plainFields([
      ...modelFields(t, {}),
      portField(t),
      unitField(t),
      { key: 'reason', label: '', kind: 'text' } as never,
    ]),
    call: swapEquipment,
    inputOf: (values) => ({ ...device, body: { ...values, revision: 1 } }),
    whole: { brand: 'Carel', model: 'IR33', port: null, unitId: 3, reason: 'Broken' },
  },
  ...(['serial', 'mbtcp'] as const).map((kind) => ({
    name: `ports, ${kind}`,
    fields: plain(portFields),
    call: savePorts,
    inputOf: (values: PlainValues) => ({
      params: { terminalId: 'TB-0001' },
      body: { ports: [portOf(values as unknown as PortDraft)], revision: null },
    }),
    whole: {
      id: 'p1',
      kind,
      path: '/dev/ttyUSB0',
      baud: 9600,
      parity: 'none',
      data: 8,
      stop: 1,
      host: '192.168.1.21',
      port: 502,
    },
  })),
  {
    name: 'the company',
    fields: ['name', 'head', 'address', 'levelNames'].map(
      (key) => ({ key, label: key, kind: 'text' }) as const,
    ),
    call: updateCompany,
    inputOf: (values) => ({
      body: { serviceEndsOn: null, factorDemand: 'nobody', ...values, revision: 1 },
    }),
    whole: { name: 'Coldkeep', head: '', address: '', levelNames: '' },
  },
  {
    name: 'the profile',
    fields: ['name', 'title', 'mobile', 'phone'].map((key) => ({ key, label: key, kind: 'text' }) as const),
    call: updateProfile,
    inputOf: (values) => ({ body: { departmentId: 1, ...values, revision: 1 } }),
    whole: { name: 'Duty', title: '', mobile: '', phone: '' },
  },
]

describe.each(editors)('$name', ({ fields, call, inputOf, whole }) => {
  const rules = {
    fields,
    issuesOfValues: (values: PlainValues) => issuesOf(call, inputOf(values) as never),
    check: () => ({}),
  }
  const faults = (changed: PlainValues = {}) => faultsOfEditor(rules, { ...whole, ...changed }, t)
  /** What the service says of the body: the same schema, of one field at a time. */
  const isTaken = (changed: PlainValues) =>
    z.safeEncode(call.body, inputOf({ ...whole, ...changed }).body as never).success
  const shown = fields.filter(({ isShown }) => isShown?.(whole as never) ?? true)
  const limits = limitsOfCall(call)

  test('takes what is whole', () => {
    expect(faults()).toEqual({})
    expect(isTaken({})).toBe(true)
  })

  test('an empty form names each field that the service refuses empty', () => {
    // what kind of thing it is decides which fields there are
    const empty = (key: string, kind: PlainField['kind']): FormValue =>
      key === 'kind' ? (whole.kind ?? null) : emptyValue(kind)
    const refused = shown.filter(({ key, kind }) => !isTaken({ [key]: empty(key, kind) }))
    const nothing = Object.fromEntries(shown.map(({ key, kind }) => [key, empty(key, kind)]))
    expect(faults(nothing)).toEqual(Object.fromEntries(refused.map(({ key }) => [key, 'Required'])))
    expect(refused.length).toBeGreaterThan(0)
  })

  test('a text that is too long is refused at its field, by one letter and by many', () => {
    for (const { key } of shown.filter(({ kind }) =>
      ['text', 'area', 'email', 'tel', 'code'].includes(kind),
    )) {
      const { maxLength } = limits.get(key) ?? {}
      if (maxLength === undefined) {
        // a pattern bounds it
        expect(faults({ [key]: 'x'.repeat(2000) }), key).toEqual({ [key]: t('errors.field.format') })
        continue
      }
      const long = 'x'.repeat(maxLength + 1)
      expect(isTaken({ [key]: long }), key).toBe(false)
      const words = t('kit.field.tooLong', { count: maxLength })
      expect(faults({ [key]: long }), key).toEqual({ [key]: words })
      expect(faults({ [key]: long.repeat(9) }), key).toEqual({ [key]: words })
    }
  })

  test('a number that is too large or too small is refused at its field, with the limit of the service', () => {
    for (const { key } of shown.filter(({ kind }) => kind === 'number')) {
      const { min, max, step = 0.5 } = limits.get(key) ?? {}
      if (max !== undefined) {
        expect(isTaken({ [key]: max + step }), key).toBe(false)
        expect(faults({ [key]: max + step }), key).toEqual({ [key]: t('kit.field.tooHigh', { limit: max }) })
      }
      if (min !== undefined) {
        expect(isTaken({ [key]: min - step }), key).toBe(false)
        expect(faults({ [key]: min - step }), key).toEqual({ [key]: t('kit.field.tooLow', { limit: min }) })
      }
    }
  })
})
