import type { TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { quarantineGate } from './quarantine-gate'

const HOUR_MS = 3_600_000
const one = 'TB-0001' as TerminalId
const two = 'TB-0002' as TerminalId

function gate() {
  let now = 0
  const lines: { terminalId: string; messages: number }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const admit = quarantineGate({ now: () => epochMs(now) as EpochMs }, log)
  const message = (terminal: TerminalId, size: number) => ({
    terminal,
    channel: 'live' as const,
    topic: '',
    bytes: new Uint8Array(size),
    isKept: false,
  })
  const admitted = (terminal: TerminalId, count: number, size: number, problem: 'E_FORM' | 'E_TIME') =>
    Array.from({ length: count }, () => message(terminal, size)).filter((one) =>
      admit({ terminal, message: one, problem }),
    ).length
  return { admit, admitted, message, lines, pass: (ms: number) => (now += ms) }
}

test('of damaged messages a hundred an hour are kept, or a quarter of a megabyte', () => {
  const { admitted } = gate()
  expect(admitted(one, 500, 10, 'E_FORM')).toBe(100)
  // 262,144 bytes
  expect(admitted(two, 500, 131_072, 'E_FORM')).toBe(2)
})

test('of readings of a wrong time all that a box makes are kept, or four megabytes', () => {
  const { admitted } = gate()
  expect(admitted(one, 5_000, 1_000, 'E_TIME')).toBe(4_000)
  // 4,194,304 bytes
  expect(admitted(two, 5_000, 131_072, 'E_TIME')).toBe(32)
  // what is damaged does not take from what can be read
  expect(admitted(one, 1, 10, 'E_FORM')).toBe(1)
})

test('the next hour begins again, and tells how many the one before has not kept', () => {
  const { admitted, lines, pass } = gate()
  expect(admitted(one, 130, 10, 'E_FORM')).toBe(100)
  pass(HOUR_MS)
  expect(admitted(one, 1, 10, 'E_FORM')).toBe(1)
  expect(lines).toMatchObject([{ terminalId: one, messages: 30 }])
})

test('a message that is tried again counts once', () => {
  const { admit, admitted, message } = gate()
  const again = { terminal: one, message: message(one, 10), problem: 'E_FORM' as const }
  for (let tries = 0; tries < 50; tries++) expect(admit(again)).toBe(true)
  expect(admitted(one, 500, 10, 'E_FORM')).toBe(99)
})
