import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readMessage } from '@coldkeep/contract/mqtt/envelope'
import { terminalEvent } from '@coldkeep/contract/mqtt/event'
import { epochMs } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { quickProgram } from '../../../../tools/bundle-program'
import type { Gap } from '../outbox/gap'
import { Outbox, type OutboxParts } from '../outbox/outbox'
import type { OutboxRow } from '../outbox/outbox-row'
import { ManualTime } from './manual-time'

export const START = epochMs(Date.parse('2026-11-20T10:00:00Z'))
/** A program that appends until it is killed. */
export const CHILD = await quickProgram(fileURLToPath(new URL('append-until-killed.ts', import.meta.url)))
/** What a test leaves behind, in the order in which it was made. */
export const cleanUps: (() => unknown)[] = []

export async function cleanUp(): Promise<void> {
  for (const one of cleanUps.splice(0).reverse()) await one()
}

export async function opened(folder: string, changes: Partial<OutboxParts> = {}): Promise<Outbox> {
  const outbox = await Outbox.open({
    folder,
    time: new ManualTime(START),
    log: pino({ level: 'silent' }),
    isClockTrusted: () => true,
    ...changes,
  })
  cleanUps.push(() => outbox.close())
  return outbox
}

export function all(outbox: Outbox): OutboxRow[] {
  return outbox.oldest(1_000_000, () => true)
}

/** What lies in the outbox of gaps, oldest first. */
export function gapsOf(outbox: Outbox): Gap[] {
  return outbox
    .oldestReports(100_000, () => true)
    .filter((row) => row.kind === 'event')
    .flatMap((row) => {
      const read = readMessage(terminalEvent, row.body)
      return read.ok && read.value.kind === 'gap' ? [read.value.detail as unknown as Gap] : []
    })
}

export function detailOf(row: OutboxRow): Record<string, unknown> {
  const read = readMessage(terminalEvent, row.body)
  if (!read.ok) throw new Error(read.problem)
  return read.value.detail
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-outbox-'))
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a process that appends, kills it after so many lines; what it had declared safe. */
export async function appendAndKill(folder: string, lines: number, more: string[] = []): Promise<string[]> {
  const child = spawn(process.execPath, [CHILD, folder, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const safe: string[] = []
  const exited = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    safe.push(line)
    if (safe.length === lines) child.kill('SIGKILL')
  }
  await exited
  return safe
}
