import { expect, test } from 'vitest'
import { append, backlogOf, confirm, forgetFlights, type LiveOutbox, makeOutbox, takeNext } from './outbox'

const body = new Uint8Array([123])

function filled(count: number, isConnected: boolean): LiveOutbox {
  const outbox = makeOutbox('TB-0001', 1)
  for (let i = 0; i < count; i++) append(outbox, i * 1000, isConnected, body)
  return outbox
}

function takeAll(outbox: LiveOutbox, nowMs: number, isHeld = false): number[] {
  const taken: number[] = []
  for (;;) {
    const next = takeNext(outbox, nowMs, isHeld)
    if (!next) return taken
    taken.push(next.sequence)
  }
}

function grant(outbox: LiveOutbox, messages: number, untilMs: number): void {
  outbox.grantedMessages = messages
  outbox.grantedUntilMs = untilMs
}

test('messages made on a connection go at once, in order, each once', () => {
  const outbox = filled(3, true)
  expect(takeAll(outbox, 0)).toEqual([1, 2, 3])
  expect(takeAll(outbox, 19_999)).toEqual([])
})

test('what is not confirmed is sent again after 20, then 40 seconds, and at last every 300', () => {
  const outbox = filled(1, true)
  const sentAt: number[] = []
  for (let now = 0; now <= 2_000_000; now += 1000) if (takeNext(outbox, now, false)) sentAt.push(now / 1000)
  expect(sentAt).toEqual([0, 20, 60, 140, 300, 600, 900, 1200, 1500, 1800])
})

test('a confirmed range leaves, both ends included, and the rest stays', () => {
  const outbox = filled(5, true)
  confirm(outbox, [
    [2, 3],
    [5, 5],
  ])
  expect(outbox.messages.map((m) => m.sequence)).toEqual([1, 4])
})

test('with four on their way the next becomes backlog and waits for leave', () => {
  const outbox = filled(6, true)
  expect(takeAll(outbox, 0)).toEqual([1, 2, 3, 4])
  expect(backlogOf(outbox)).toEqual({ count: 2, oldestMs: 4000 })
  grant(outbox, 1, 60_000)
  expect(takeAll(outbox, 1)).toEqual([5])
  confirm(outbox, [[5, 5]])
  expect(takeAll(outbox, 2)).toEqual([6])
})

test('backlog is sent oldest first, only as many as granted, only while the leave lasts, and not while held', () => {
  const outbox = filled(10, false)
  expect(takeAll(outbox, 0)).toEqual([])
  grant(outbox, 3, 60_000)
  expect(takeAll(outbox, 0, true)).toEqual([])
  expect(takeAll(outbox, 0)).toEqual([1, 2, 3])
  confirm(outbox, [[1, 2]])
  expect(takeAll(outbox, 60_000).filter((sequence) => sequence > 3)).toEqual([])
})

test('a lost connection turns all that was on its way into backlog without leave', () => {
  const outbox = filled(2, true)
  grant(outbox, 4, 60_000)
  takeAll(outbox, 0)
  forgetFlights(outbox)
  expect(backlogOf(outbox).count).toBe(2)
  expect(takeAll(outbox, 1)).toEqual([])
  grant(outbox, 4, 60_000)
  expect(takeAll(outbox, 2)).toEqual([1, 2])
})

test('a live message goes before the backlog', () => {
  const outbox = filled(3, false)
  append(outbox, 9000, true, body)
  grant(outbox, 8, 60_000)
  expect(takeAll(outbox, 0)).toEqual([4, 1, 2, 3])
})

test('memory is bounded: the oldest go first', () => {
  const outbox = filled(2100, false)
  expect(outbox.messages).toHaveLength(2000)
  expect(outbox.messages[0]!.sequence).toBe(101)
})

test('two starts of one terminal do not share an epoch', () => {
  const epochs = [makeOutbox('TB-0001', 1), makeOutbox('TB-0001', 2), makeOutbox('TB-0002', 1)].map(
    (o) => o.epoch,
  )
  expect(new Set(epochs).size).toBe(3)
  for (const epoch of epochs) expect(epoch).toMatch(/^[0-9a-z]{8}$/)
})
