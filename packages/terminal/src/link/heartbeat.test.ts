import { epochMs } from '@coldkeep/domain/time/instant'
import { expect, test } from 'vitest'
import { ManualTime } from '../testing/manual-time'
import { Heartbeat } from './heartbeat'

const START = Date.parse('2026-11-20T10:00:20Z')

test('without a connection every minute without a message is noted', async () => {
  const { time, noted, heartbeat } = started()
  await time.pass(39_999)
  expect(noted).toEqual([])
  await time.pass(1)
  expect(noted).toEqual(['10:00'])
  heartbeat.messageMade(time.now())
  await time.pass(120_000)
  expect(noted).toEqual(['10:00', '10:02'])
})

test('a minute that was connected throughout is not noted, one that was interrupted is', async () => {
  const { time, noted, heartbeat } = started()
  heartbeat.connectionChanged(true)
  await time.pass(160_000)
  expect(noted).toEqual(['10:00'])
  heartbeat.connectionChanged(false)
  heartbeat.connectionChanged(true)
  await time.pass(120_000)
  expect(noted).toEqual(['10:00', '10:03'])
})

test('a message of an older time is no sign of life of this minute', async () => {
  const { time, noted, heartbeat } = started()
  await time.pass(40_000)
  heartbeat.messageMade(epochMs(START))
  await time.pass(60_000)
  expect(noted).toEqual(['10:00', '10:01'])
})

test('a clock set forward leaves out the minutes that never were', async () => {
  const { time, noted } = started()
  time.setClock(START + 3_600_000)
  await time.pass(40_000)
  expect(noted).toEqual(['10:00', '11:00'])
})

function started() {
  const time = new ManualTime(START)
  const noted: string[] = []
  const heartbeat = new Heartbeat(time, (minute) => noted.push(new Date(minute).toISOString().slice(11, 16)))
  heartbeat.start()
  return { time, noted, heartbeat }
}
