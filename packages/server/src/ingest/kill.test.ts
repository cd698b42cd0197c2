import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PointId, TerminalId } from '@coldkeep/domain/ids'
import { epochMs, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, expect, test } from 'vitest'
import { quickProgram } from '../../../../tools/bundle-program'
import { connect } from '../db/connect'
import { migratedTemplate } from '../testing/embedded-template'
import { connectTerminal, cycleMessage, type TestTerminal } from '../testing/ingest-rig'
import { insertTinyFleet } from '../testing/tiny-fleet'

const CHILD = await quickProgram(fileURLToPath(new URL('../testing/ingest-child.ts', import.meta.url)))
const TERMINALS = ['TB-N001', 'TB-N002', 'TB-S001', 'TB-S002'] as TerminalId[]
const WINDOW = 4

const folder = mkdtempSync(join(tmpdir(), 'coldkeep-kill-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function startChild(): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [CHILD, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = await Promise.race([
    once(child.stdout!, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('the server ended'))),
  ])
  return { child, port: JSON.parse(String(line)).port }
}

/** What one terminal has sent and what it was told is stored, kept over reconnections as its outbox would. */
class Outbox {
  next = 0
  readonly open = new Set<number>()
  readonly acknowledged = new Set<number>()

  settle(terminal: TestTerminal): void {
    for (const ack of terminal.acks.splice(0)) {
      for (const [from, to] of ack.s) {
        for (let sequence = from; sequence <= to; sequence++) {
          this.open.delete(sequence)
          this.acknowledged.add(sequence)
        }
      }
    }
  }
}

test('a server killed under load has every reading that it acknowledged, once', async () => {
  const planted = await connect({ folder, template: new Uint8Array(readFileSync(await migratedTemplate())) })
  await insertTinyFleet(planted.kysely, epochMs(Date.now()))
  await planted.close()
  const base = Date.now() - minutes(120)
  const outboxes = new Map(TERMINALS.map((id) => [id, new Outbox()]))
  const point = (id: TerminalId) => (TERMINALS.indexOf(id) * 4 + 1) as PointId

  /** Keeps four messages under way per terminal until so many more are acknowledged, then lets `end` happen. */
  const load = async (port: number, more: number) => {
    const goal = acknowledged() + more
    let finish = () => {}
    const reached = new Promise<void>((resolve) => {
      finish = resolve
    })
    const pumps = TERMINALS.map(async (id) => {
      const outbox = outboxes.get(id)!
      const terminal = await connectTerminal(port, id)
      const say = (sequence: number) =>
        terminal.say('live', cycleMessage(sequence, base + sequence * 1000, [[point(id), 0, sequence % 100]]))
      for (const sequence of outbox.open) await say(sequence)
      while (acknowledged() < goal) {
        while (outbox.open.size < WINDOW) {
          outbox.open.add(outbox.next)
          await say(outbox.next++)
        }
        if (terminal.acks.length === 0) await Promise.race([terminal.nextAck(), reached])
        outbox.settle(terminal)
        if (acknowledged() >= goal) finish()
      }
      return { outbox, terminal }
    })
    return Promise.all(pumps)
  }
  const acknowledged = () => [...outboxes.values()].reduce((sum, outbox) => sum + outbox.acknowledged.size, 0)

  for (const more of [30, 75, 140]) {
    const { child, port } = await startChild()
    const terminals = await load(port, more)
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    for (const { outbox, terminal } of terminals) {
      outbox.settle(terminal)
      await terminal.client.endAsync(true)
    }
  }

  const database = await connect({ folder })
  try {
    const rows = await database.kysely
      .selectFrom('scan')
      .innerJoin('device', (join) =>
        join.onRef('device.storeId', '=', 'scan.storeId').onRef('device.deviceId', '=', 'scan.deviceId'),
      )
      .select(['device.terminalId', 'scan.at', 'scan.values'])
      .execute()
    for (const [id, outbox] of outboxes) {
      const stored = rows.filter((row) => row.terminalId === id).map((row) => (row.at - base) / 1000)
      expect(new Set(stored).size).toBe(stored.length)
      expect([...outbox.acknowledged].filter((sequence) => !stored.includes(sequence))).toEqual([])
      expect(stored.every((sequence) => sequence < outbox.next)).toBe(true)
    }
    expect(rows.length).toBeGreaterThanOrEqual(acknowledged())
  } finally {
    await database.close()
  }
}, 240_000)
