import { describe, expect, test } from 'vitest'
import { temperatureZones } from '../organisation/device'
import { usualBand, zoneLimits } from './zone-limits'

const hardLimits = (country: string) =>
  temperatureZones.map((zone) => {
    const { hardLowC, hardHighC } = zoneLimits(zone, country)
    return hardLowC ?? hardHighC
  })

describe('the hard limit', () => {
  test('lies 3 K beyond the law of the country', () => {
    expect(temperatureZones).toEqual(['FZ', 'IC', 'C4', 'C7', 'F18', 'HOT'])
    expect(hardLimits('TW')).toEqual([-15, -15, 10, 10, 23, 57])
    expect(hardLimits('JP')).toEqual([-12, -12, 13, 13, 23, 62])
    expect(hardLimits('GB')).toEqual([-15, -15, 11, 11, 23, 60])
  })
  test('lies 3 K beyond what is insured where no law is known', () => {
    expect(hardLimits('DE')).toEqual([-15, -15, 7, 10, 23, 62])
    expect(hardLimits('US')).toEqual([-15, -17, 7, 10, 23, 62])
  })
  test('is on the side of the law only', () => {
    expect(zoneLimits('C7', 'TW')).toMatchObject({
      legalLowC: null,
      legalHighC: 7,
      hardLowC: null,
      hardHighC: 10,
    })
    expect(zoneLimits('HOT', 'TW')).toMatchObject({
      legalLowC: 60,
      legalHighC: null,
      hardLowC: 57,
      hardHighC: null,
    })
  })
})

test('every zone has the agreed limits, grace and lag', () => {
  const rows = temperatureZones.map((zone) => {
    const limits = zoneLimits(zone, 'TW')
    return [
      usualBand(zone).setpointC,
      limits.insuredLowC,
      limits.insuredHighC,
      limits.graceMinutes,
      limits.degreeMinutesMax,
      limits.lagMinutes,
    ]
  })
  expect(rows).toEqual([
    [-22, null, -18, 120, 360, 90],
    [-24, null, -20, 60, 120, 60],
    [2, 0, 4, 60, 120, 45],
    [4, 0, 7, 60, 180, 45],
    [17, 15, 20, 120, 240, 30],
    [70, 65, null, 30, 150, 20],
  ])
})

test('where a controller cannot be polled, its band is 2 K wide, that of a hot case 4 K', () => {
  expect(temperatureZones.map((zone) => usualBand(zone).differentialK)).toEqual([2, 2, 2, 2, 2, 4])
})

test('neither frozen nor hot food is judged by its mean kinetic temperature', () => {
  const judged = temperatureZones.filter((zone) => zoneLimits(zone, 'JP').isJudgedByKinetics)
  expect(judged).toEqual(['C4', 'C7', 'F18'])
})

test('chosen figures count, but none less strict than the law of the country', () => {
  expect(zoneLimits('C7', 'JP', { high: 8, grace: 30, hard_margin: 1 })).toMatchObject({
    insuredLowC: 0,
    insuredHighC: 8,
    legalHighC: 10,
    hardHighC: 11,
    graceMinutes: 30,
    degreeMinutesMax: 180,
  })
  expect(zoneLimits('C7', 'TW', { high: 8 })).toMatchObject({ insuredHighC: 7, hardHighC: 10 })
  expect(zoneLimits('C7', 'US', { high: 8 })).toMatchObject({ insuredHighC: 8, hardHighC: 11 })
  expect(zoneLimits('HOT', 'TW', { low: 58 })).toMatchObject({ insuredLowC: 60, hardLowC: 57 })
  expect(zoneLimits('HOT', 'JP', { low: 70 })).toMatchObject({ insuredLowC: 70, hardLowC: 62 })
})
