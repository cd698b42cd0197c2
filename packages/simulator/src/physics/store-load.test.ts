import { expect, test } from 'vitest'
import { makeEnvironment, surround } from './environment'
import { advanceStoreLoad, lineCurrentA, newStoreLoad, powerFactorOf, storeLoad, varPerW } from './store-load'

const devices = { compressorsW: 4000, heatersW: 1000, fansAndLightsW: 1500 }
const allDay = { opensAtMinute: 0, closesAtMinute: 0 }

function meanOverAnHour(outdoorC: number, minuteOfDay: number) {
  const state = newStoreLoad(storeLoad, { energyKwh: 1000, reactiveKvarh: 500 }, 1, 'meter')
  const around = makeEnvironment()
  surround(around, outdoorC, minuteOfDay, allDay)
  for (let minute = 0; minute < 6000; minute++) advanceStoreLoad(state, storeLoad, devices, around)
  return { kw: (state.energyKwh - 1000) / 100, kvar: (state.reactiveKvarh - 500) / 100, state }
}

test('a shop at 31 °C, between meals: devices, lights, base and 12 kW of air conditioning', () => {
  // 4 + 1 + 1.5 + 3.5 + 2 + 1.2·10 = 24 kW; peaks are nearly over at 15 h 30.
  const { kw, kvar } = meanOverAnHour(31, 930)
  expect(kw).toBeCloseTo(24, 0)
  // 4·0.75 + 12·0.6197 + 7·0.3287 = 12.74 kvar
  expect(kvar).toBeCloseTo(12.7, 0)
})

test('no air conditioning at 21 °C or below', () => {
  expect(meanOverAnHour(10, 930).kw).toBeCloseTo(meanOverAnHour(21, 930).kw, 5)
})

test('cookers add their power at lunch and by the way home', () => {
  const lunch = meanOverAnHour(20, 738).kw
  const afternoon = meanOverAnHour(20, 930).kw
  // 3 kW × 0.6 against nearly nothing
  expect(lunch - afternoon).toBeGreaterThan(1.4)
  expect(lunch - afternoon).toBeLessThan(1.9)
})

test('1 W at a power factor of 0.8 brings 0.75 var, at 1 none', () => {
  expect(varPerW(0.8)).toBeCloseTo(0.75, 10)
  expect(varPerW(1)).toBe(0)
})

test('power, reactive power, power factor and current belong together', () => {
  const { state } = meanOverAnHour(31, 930)
  state.powerW = 12_000
  state.reactiveVar = 9000
  state.voltageV = 220
  expect(powerFactorOf(state)).toBeCloseTo(0.8, 10)
  // 15 kVA / (√3 · 220 V)
  expect(lineCurrentA(state)).toBeCloseTo(39.36, 2)
})
