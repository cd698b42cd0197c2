import { type UpChannel, upTopic } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import { expect, test } from 'vitest'
import { incomingQueue } from './incoming-queue'

const terminal = 'TB-0001' as TerminalId
const arrived = (channel: UpChannel, text: string) => ({
  message: { terminal, channel, topic: upTopic(terminal, channel), bytes: Buffer.from(text), isKept: false },
  receivedAt: epochMs(0),
})
const texts = (taken: { message: { bytes: Uint8Array } }[]) =>
  taken.map(({ message }) => Buffer.from(message.bytes).toString())

test('live readings are taken before backlog that came earlier', () => {
  const queue = incomingQueue({ liveMessages: 10, backlogMessages: 10, bytes: 1000 })
  for (const text of ['b1', 'b2', 'b3']) queue.push(arrived('back', text))
  for (const text of ['l1', 'l2']) queue.push(arrived('live', text))
  expect(texts(queue.take(3))).toEqual(['l1', 'l2', 'b1'])
  expect(texts(queue.take(3))).toEqual(['b2', 'b3'])
})

test('of the backlog no more is taken than is said, live readings are taken all', () => {
  const queue = incomingQueue({ liveMessages: 10, backlogMessages: 10, bytes: 1000 })
  for (const text of ['b1', 'b2', 'b3']) queue.push(arrived('back', text))
  for (const text of ['l1', 'l2']) queue.push(arrived('live', text))
  expect(texts(queue.take(5, 1))).toEqual(['l1', 'l2', 'b1'])
  expect(texts(queue.take(5, 1))).toEqual(['b2'])
})

test('what does not fit is refused: backlog first, and whatever exceeds the bytes', () => {
  const queue = incomingQueue({ liveMessages: 2, backlogMessages: 1, bytes: 10 })
  expect(queue.push(arrived('back', 'a'))).toBe(true)
  expect(queue.push(arrived('back', 'b'))).toBe(false)
  expect(queue.push(arrived('live', '1234567890'))).toBe(false)
  expect(queue.push(arrived('live', '123456789'))).toBe(true)
  queue.take(2)
  expect(queue.push(arrived('live', '1234567890'))).toBe(true)
})

test('who waits for a message is woken by it', async () => {
  const queue = incomingQueue({ liveMessages: 1, backlogMessages: 1, bytes: 10 })
  const filled = queue.filled()
  queue.push(arrived('live', 'x'))
  await filled
  await queue.filled()
  expect(queue.size()).toBe(1)
})
