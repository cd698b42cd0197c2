import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { quickProgram } from '../../../../tools/bundle-program'
import { connect } from '../db/connect'
import { putMigratedDatabase } from '../testing/embedded-template'
import { alarmWriter, insertNoticeTarget } from '../testing/notice-rig'
import type { NoticeServerOrder } from '../testing/notice-server'
import { NOON } from '../testing/test-server'
import { insertTinyFleet } from '../testing/tiny-fleet'

const PROGRAM = await quickProgram(fileURLToPath(new URL('../testing/notice-server.ts', import.meta.url)))
const STEP_AFTER_MINUTES = [15, 21]

let receiver: Server
let webhookHost = ''
let folder = ''
let program: ChildProcess | null = null
/** What came in, as `path key`. */
const received: string[] = []
/** The path that is left without an answer. */
let leftWaiting = ''

beforeAll(async () => {
  receiver = createServer(async (request, reply) => {
    await text(request)
    received.push(`${request.url} ${request.headers['webhook-id']}`)
    if (request.url !== leftWaiting) reply.writeHead(204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  webhookHost = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
beforeEach(async () => {
  received.length = 0
  folder = mkdtempSync(join(tmpdir(), 'coldkeep-killed-'))
  await putMigratedDatabase(folder)
})
afterEach(async () => {
  await kill()
  rmSync(folder, { recursive: true, force: true })
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

/** @returns settles once it has sent something and noted it */
function start(at: EpochMs): Promise<unknown> {
  const order: NoticeServerOrder = { folder, startMs: at, webhookHost }
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  program = child
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (JSON.parse(line).msg === 'notices sent') resolve(line)
    })
  })
}

async function kill(): Promise<void> {
  if (program === null || program.exitCode !== null || program.signalCode !== null) return
  const ended = once(program, 'exit')
  program.kill('SIGKILL')
  await ended
}

/** An alarm that one target is told at once, and one more with each step. */
async function raiseAlarm(): Promise<void> {
  const database = await connect({ folder })
  const db = database.kysely
  const { company, stores } = await insertTinyFleet(db, NOON)
  const put = (name: string, kinds: 'limit'[]) =>
    insertNoticeTarget(db, company, {
      channel: 'webhook',
      name,
      address: `http://${webhookHost}/${name}`,
      kinds,
    })
  const noticeTargetId = await put('first', ['limit'])
  for (const [index, afterMinutes] of STEP_AFTER_MINUTES.entries()) {
    const step = index + 1
    const nextTargetId = await put(`step${step}`, [])
    await db.insertInto('noticeStep').values({ noticeTargetId, step, afterMinutes, nextTargetId }).execute()
  }
  await alarmWriter(db, { now: () => NOON }).raise(stores.alder)
  await database.close()
}

test('a server killed between steps, and while it sends one, skips none and repeats only what it had not noted', async () => {
  await raiseAlarm()
  await start(NOON)
  await kill()
  expect(received).toEqual([expect.stringMatching(/^\/first \d+:\d+:webhook:0$/)])

  // the first step came due in the meantime; its receiver has it and has not answered when the server dies
  leftWaiting = '/step1'
  void start(later(NOON, minutes(20)))
  await expect.poll(() => received[1]).toMatch(/^\/step1 \d+:\d+:webhook:1$/)
  await kill()

  // before another process would take the message from one that it has not heard of
  leftWaiting = ''
  await start(later(NOON, minutes(21)))
  await kill()
  const [first, step1] = received
  const step2 = expect.stringMatching(/^\/step2 \d+:\d+:webhook:2$/)
  expect(received.toSorted()).toEqual([first, step1, step1, step2])
})
