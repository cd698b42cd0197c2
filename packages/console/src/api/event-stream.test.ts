import { expect, test } from 'vitest'
import { eventsOf, type ServerEvent } from './event-stream'

async function read(...parts: readonly string[]): Promise<ServerEvent[]> {
  const bytes = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(bytes.encode(part))
      controller.close()
    },
  })
  const events: ServerEvent[] = []
  for await (const event of eventsOf(body)) events.push(event)
  return events
}

test('events are separated by blank lines, wherever the network cuts them', async () => {
  expect(await read('event: alarm\nid: a-1.b-2\nda', 'ta: {"id":"7"}\n', '\ndata: second\n\n')).toEqual([
    { name: 'alarm', text: '{"id":"7"}', id: 'a-1.b-2' },
    { name: 'message', text: 'second', id: null },
  ])
})

test('lines of data are one text, with or without carriage returns', async () => {
  expect(await read('data: one\r\ndata:two\r\n\r\n')).toEqual([
    { name: 'message', text: 'one\ntwo', id: null },
  ])
})

test('comments and an event that never ended are no events', async () => {
  expect(await read(': still here\n\n', 'retry: 500\n\n', 'data: cut')).toEqual([])
})

test('a letter of several bytes may be cut in the middle', async () => {
  const bytes = new TextEncoder().encode('data: 門市\n\n')
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, 7))
      controller.enqueue(bytes.slice(7))
      controller.close()
    },
  })
  const events: ServerEvent[] = []
  for await (const event of eventsOf(body)) events.push(event)
  expect(events).toEqual([{ name: 'message', text: '門市', id: null }])
})
