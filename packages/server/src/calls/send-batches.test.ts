import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Readable } from 'node:stream'
import { setImmediate as aMoment } from 'node:timers/promises'
import { file } from '@coldkeep/contract/content'
import type { AccountId } from '@coldkeep/domain/ids'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compressAnswers } from '../http/compress'
import { openTurns, type Turns } from '../http/turns'
import { streamOfBatches } from './send-batches'
import { sendFile } from './send-file'

const READER = 1 as AccountId
const OTHER = 2 as AccountId

let app: FastifyInstance
let turns: Turns
let address: string
/** What became of the file of this test. */
let csv: { made: number; isEnded: boolean }
let whenMade: (line: number) => void
let takenWithinMs: number
/** A file that is made and not sent. */
let kept: Readable | null
let opened: { destroy(): void }[]
beforeEach(async () => {
  turns = openTurns({ heavyRunning: 1, heavyRunningOfOne: 1, heavyWaitingOfOne: 2, filesOfOne: 2 })
  csv = { made: 0, isEnded: false }
  whenMade = () => {}
  takenWithinMs = 60_000
  app = Fastify()
  compressAnswers(app)
  const streamTo = (reply: FastifyReply, last: number) => {
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const sending = { reply, turns, limits: { takenWithinMs }, accountId: READER, gone: gone.signal }
    return streamOfBatches(linesTo(last), sending)
  }
  app.get<{ Querystring: { lines?: string } }>('/', (request, reply) => {
    const stream = streamTo(reply, Number(request.query.lines ?? Number.POSITIVE_INFINITY))
    return sendFile(file('text/csv'), { from: 'stream', stream }, request, reply)
  })
  kept = null
  opened = []
  app.get('/kept', (_, reply) => {
    kept = streamTo(reply, Number.POSITIVE_INFINITY)
  })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  for (const one of opened) one.destroy()
  await app.close()
})

async function* linesTo(last: number): AsyncGenerator<string> {
  const own = csv
  try {
    for (; own.made < last; own.made++) {
      whenMade(own.made)
      yield `${own.made},${'cold'.repeat(5_000)}\n`
      await aMoment()
    }
  } finally {
    own.isEnded = true
  }
}

async function open(query = ''): Promise<IncomingMessage> {
  const sent = request(`${address}/${query}`, { agent: false }).end()
  opened.push(sent)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}

test('the batches follow each other, and the file ends with the last', async () => {
  const answer = await open('?lines=300')
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  expect(text.split('\n').map((line) => line.split(',')[0])).toEqual([
    ...Array.from({ length: 300 }, (_, line) => String(line)),
    '',
  ])
  expect(csv.isEnded).toBe(true)
})

test('between two batches the calls of others have their turn', async () => {
  const answer = await open()
  answer.resume()
  await expect.poll(() => csv.made).toBeGreaterThan(3)
  // there is one place, which the file never has for longer than a batch
  expect(await turns.take(OTHER, new AbortController().signal, () => 'answered')).toBe('answered')
  expect(await turns.take(READER, new AbortController().signal, () => 'answered too')).toBe('answered too')
  const before = csv.made
  await expect.poll(() => csv.made).toBeGreaterThan(before)
  answer.destroy()
  await expect.poll(() => csv.isEnded).toBe(true)
})

test('a file goes on, however many calls of its reader wait', async () => {
  const ends: Promise<string>[] = []
  const call = (work: () => unknown = () => {}) => {
    const taken = turns.take(READER, new AbortController().signal, work)
    ends.push(
      taken.then(
        () => 'answered',
        ({ code }) => code,
      ),
    )
  }
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  whenMade = (line) => {
    if (line !== 5) return
    call(() => {
      // one more may wait next to the other, so that there is no place left when the file comes back
      call()
      call()
      return released
    })
    call()
  }
  const answer = await open()
  answer.resume()
  await expect.poll(() => ends.length).toBe(4)
  for (let turn = 0; turn < 100; turn++) await aMoment()
  release()
  expect((await Promise.all(ends)).sort()).toEqual(['answered', 'answered', 'answered', 'request.busy'])
  await expect.poll(() => csv.made).toBeGreaterThan(10)
})

test('no batch is made while the places are taken', async () => {
  let release = () => {}
  let isHeld = false
  const held = turns.take(OTHER, new AbortController().signal, () => {
    isHeld = true
    return new Promise<void>((resolve) => {
      release = resolve
    })
  })
  await expect.poll(() => isHeld).toBe(true)
  const opening = open()
  for (let turn = 0; turn < 100; turn++) await aMoment()
  expect(csv.made).toBe(0)
  release()
  await held
  await opening
  await expect.poll(() => csv.made).toBeGreaterThan(0)
})

test('no batch is made before the reader takes the ones before', async () => {
  const sent = request(`${address}/kept`, { agent: false }).end()
  opened.push(sent)
  sent.once('error', () => {})
  await expect.poll(() => kept !== null).toBe(true)
  await once(kept as Readable, 'readable')
  for (let turn = 0; turn < 100; turn++) await aMoment()
  expect(csv.made).toBeLessThanOrEqual(2)
  sent.destroy()
  kept?.destroy()
  await expect.poll(() => csv.isEnded).toBe(true)
})

test('a reader who hangs up ends the file and leaves its place', async () => {
  const answer = await open()
  await once(answer, 'data')
  answer.destroy()
  await expect.poll(() => csv.isEnded).toBe(true)
  expect(await turns.take(READER, new AbortController().signal, () => 'free')).toBe('free')
})

test('a reader who takes nothing for too long is disconnected', async () => {
  takenWithinMs = 300
  const answer = await open()
  answer.pause()
  await expect.poll(() => csv.isEnded, { timeout: 10_000 }).toBe(true)
})

test('an account has so many files made at once, and another when one of them has ended', async () => {
  const first = await open()
  await open()
  const refused = await open()
  expect(refused.statusCode).toBe(429)
  first.destroy()
  await expect.poll(async () => (await open('?lines=1')).statusCode).toBe(200)
})
