/** What forms are about whose rules are tested: a control, a write command of a model, a shift. */
export const control = {
  code: 'set',
  takesValue: true,
  lowest: -40,
  highest: 20,
  step: 0.5,
  unit: '°C',
  usual: null,
}

export const writeCommand = {
  id: 1,
  revision: 1,
  brand: 'Carel',
  model: 'IR33',
  commandCode: 'set',
  note: '',
  requestHex: '06 00 01 vv vv',
  expectedReplyHex: '06 00 01 vv vv',
  includesUnitId: false,
  appendsCrc: true,
  replyHasCrc: true,
  effect: 'setpoint',
  pointName: 'T1',
  setsTo: null,
  lowest: 0,
  highest: 10,
  usualLow: null,
  usualHigh: null,
  group: 'other',
  factoryValue: null,
  applyOrder: 0,
  isVolatile: false,
  mostPerDay: null,
  mostPerYear: null,
} as never

export const shift = {
  ...{ accountId: 1 as never, from: '2026-11-30', fromTime: '08:00' },
  ...{ until: '2026-11-30', untilTime: '20:00' },
}
