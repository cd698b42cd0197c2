import { expect, test } from 'vitest'
import { confounders } from './confounders'
import { drawUnit } from './draw-unit'
import { unitFaults } from './unit-faults'

const record = { fromMs: Date.UTC(2025, 3, 9, 16), days: 45, changeDay: 25, rampDays: 10 }
const turns = Array.from({ length: 120 }, (_, turn) => turn)

test('a harmless change always meets a unit that it can change', () => {
  const plans = turns.map((turn) => drawUnit(9, turn, 'confounded', record))
  expect(new Set(plans.map(({ confounder }) => confounder?.kind))).toEqual(new Set(confounders))
  for (const { confounder, shop, defrost, poll } of plans) {
    const closes = shop.opensAtMinute !== shop.closesAtMinute
    if (confounder?.kind === 'holiday') expect(shop.closedDays).toHaveLength(4)
    if (confounder?.kind === 'new_night_setback') expect(closes).toBe(true)
    if (confounder?.kind === 'changed_schedule') expect(defrost.start.by).toBe('clock')
    if (confounder?.kind === 'replaced_meter') expect(poll.missing).not.toContain('power')
  }
})

test('a unit has no fault of a part that it lacks', () => {
  const plans = turns.map((turn) => drawUnit(9, turn, 'faulty', record))
  expect(new Set(plans.slice(0, 72).map(({ fault }) => fault?.kind))).toEqual(new Set(unitFaults))
  for (const { fault, control, defrost } of plans) {
    if (fault?.kind.startsWith('valve')) expect(['solenoid', 'modulating_valve']).toContain(control)
    if (fault?.kind.startsWith('compressor')) expect(['on_off', 'inverter']).toContain(control)
    if (fault?.kind === 'defrost_heater_failed') expect(defrost.kind).not.toBe('off_cycle')
  }
})
