import { expect, test } from 'vitest'
import { GOOD_BUILD, modelNames } from './field-noise'
import { runGates, THREE_WAVES } from './gate-trial'

const CHAIN = { stores: 1000, waves: THREE_WAVES, historyDays: 0, isEachHour: false }

test('a build that loses 5 % of the polls of one model is stopped before the last wave, and the model named', () => {
  for (const [seed, model] of modelNames.entries()) {
    const { wave, finding } = runGates({ ...CHAIN, seed, fault: { model, share: 0.05 } })
    expect(wave, model).toBeLessThan(3)
    expect(finding, model).toMatchObject({ measure: 'poll_success', about: { kind: 'model', name: model } })
  }
})

test('a good build goes on', () => {
  for (let seed = 100; seed < 106; seed++)
    expect(runGates({ ...CHAIN, seed, fault: GOOD_BUILD })).toEqual({ wave: null, finding: null })
})

test('a chain is made of its seed alone', () => {
  const job = { ...CHAIN, seed: 7, fault: { model: 'model 1', share: 0.05 } }
  expect(runGates(job)).toEqual(runGates(job))
})
