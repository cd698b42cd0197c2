import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MOST_AUDIT_ROWS } from '@coldkeep/contract/areas/audit'
import {
  MOST_SERIES_COLUMNS,
  MOST_SERIES_COLUMNS_TOGETHER,
  MOST_SERIES_POINTS,
} from '@coldkeep/contract/areas/devices'
import {
  MOST_DOWNLOADED_BYTES,
  MOST_DOWNLOADS_KEPT,
  MOST_DOWNLOADS_UNDER_WAY,
} from '@coldkeep/contract/areas/downloads'
import { MOST_ENROLLED } from '@coldkeep/contract/areas/enrolment'
import { MOST_EVIDENCE_DAYS } from '@coldkeep/contract/areas/evidence'
import {
  MOST_REPORT_DAYS,
  MOST_REPORT_SENSORS,
  MOST_SENSOR_DAYS,
} from '@coldkeep/contract/areas/sensor-reports'
import type { AnyCall } from '@coldkeep/contract/call'
import { type CallName, calls } from '@coldkeep/contract/calls'
import { MAX_LOG_BYTES } from '@coldkeep/contract/mqtt/command-arguments'
import { MAX_WIRE_BYTES } from '@coldkeep/contract/mqtt/envelope'
import { MAX_ROWS } from '@coldkeep/contract/mqtt/readings'
import { MOST_DEPARTMENTS } from '@coldkeep/domain/organisation/department-file'
import { MAX_FAILURES_PER_ACCOUNT, MAX_FAILURES_PER_ADDRESS } from '@coldkeep/server/access/limit-attempts'
import { MOST_UNPACKED_BYTES } from '@coldkeep/server/commands/unpack-log'
import { bodyLimitOf } from '@coldkeep/server/http/body-limit'
import { httpLimits } from '@coldkeep/server/http/limits'
import { MAX_BODY_BYTES } from '@coldkeep/server/http/problem-handler'
import { MOST_STORE_ROWS } from '@coldkeep/server/organisation/read-store-table'
import { LONGEST_TABLE_LINE_KB, MOST_TABLE_COLUMNS } from '@coldkeep/server/wording/read-table'

const SMALLEST_BODY = 'renewSignIn' satisfies CallName

/** What callers may have of the server, as a page of Markdown, made from the values that the server goes by. */
export function printLimits(): string {
  const named = Object.entries(calls) as [CallName, AnyCall][]
  const heavy = named.filter(([, { cost }]) => cost === 'heavy')
  const large = named.filter(([, { maxBodyBytes }]) => maxBodyBytes !== null)
  return [
    '# Limits',
    '',
    'Printed by `npx tsx tools/print-limits.ts` from the values that the server goes by; do not edit by hand. Who goes beyond',
    'one is told so in their language. Each server process counts for itself.',
    '',
    '## Calls',
    '',
    ...table(['What', 'At most'], callLimits()),
    'A key counts as the account that made it. A refusal with status 429 says after how many seconds to ask again; the console',
    'does so by itself. Heavy calls read readings, figures of many stores over days, or whole files. They wait in a row in',
    'front of the database, in which accounts take turns: however many one of them has, the next of another is begun before its',
    'second. A file that is written while it is sent takes a turn for each batch of its rows. Series are thinned in threads of',
    'their own.',
    '',
    '## Heavy calls',
    '',
    ...table(
      ['Call', 'What it does'],
      heavy.map(([, { method, path, summary }]) => [`\`${method} ${path}\``, summary]),
    ),
    '## Bodies',
    '',
    `A body is refused before it is read when it is longer than its call can take: what the schema can be written as, from`,
    `${size(bodyLimitOf(calls[SMALLEST_BODY]))} to ${size(MAX_BODY_BYTES)}; for these what is said here. Streams are counted while they come.`,
    '',
    ...table(
      ['Call', 'Bytes'],
      large.map(([, call]) => [`\`${call.method} ${call.path}\``, size(bodyLimitOf(call))]),
    ),
    '## Periods, rows and files',
    '',
    ...table(['What', 'At most'], contentLimits()),
  ].join('\n')
}

function callLimits(): string[][] {
  const limits = httpLimits
  return [
    ['calls of an account in a minute', number(limits.callsPerMinute)],
    ['heavy calls that run at once', number(limits.heavyRunning)],
    ['of one account', number(limits.heavyRunningOfOne)],
    ['heavy calls of one account that wait', number(limits.heavyWaitingOfOne)],
    ['files of one account that are written while they are sent', number(limits.filesOfOne)],
    ['until the reader of such a file takes the next part', seconds(limits.takenWithinMs)],
    [
      'connections of one address, proxies on the same machine and named ones aside',
      number(limits.connectionsOfOne),
    ],
    ['until the head of a request has come', seconds(limits.headWithinMs)],
    [
      'until a body has come',
      `${seconds(limits.bodyWithinMs)} and a second more for each ${number(limits.bodyBytesPerMs)} kB that the call takes`,
    ],
    ['until a whole request has come', seconds(limits.requestWithinMs)],
    [
      'failures to sign in within a quarter of an hour',
      `${MAX_FAILURES_PER_ACCOUNT} of an account, ${MAX_FAILURES_PER_ADDRESS} of an address`,
    ],
  ]
}

function contentLimits(): string[][] {
  return [
    [
      'a series',
      `${MOST_SERIES_POINTS} points, ${number(MOST_SERIES_COLUMNS)} columns, ${number(MOST_SERIES_COLUMNS_TOGETHER)} columns of all points together`,
    ],
    [
      'a table that is imported',
      `${MOST_TABLE_COLUMNS} columns, ${LONGEST_TABLE_LINE_KB} KB in a line; ${number(MOST_STORE_ROWS)} stores, ${number(MOST_ENROLLED)} terminals`,
    ],
    ['a file of departments', `${number(MOST_DEPARTMENTS)} departments`],
    ['an export of the audit', `${number(MOST_AUDIT_ROWS)} rows`],
    [
      'a report of sensors',
      `${number(MOST_REPORT_SENSORS)} sensors, ${MOST_REPORT_DAYS} days, ${number(MOST_SENSOR_DAYS)} days of all sensors together`,
    ],
    ['a pack of evidence', `${MOST_EVIDENCE_DAYS} days`],
    [
      'files of an account',
      `${MOST_DOWNLOADS_UNDER_WAY} under way, ${MOST_DOWNLOADS_KEPT} and ${size(MOST_DOWNLOADED_BYTES)} kept`,
    ],
    ['a log of a terminal', `${size(MAX_LOG_BYTES)} packed, ${size(MOST_UNPACKED_BYTES)} unpacked`],
    ['a message of a terminal', `${size(MAX_WIRE_BYTES)}, ${number(MAX_ROWS)} readings`],
  ]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), '']
}

const number = (value: number): string => value.toLocaleString('en-GB')
const seconds = (ms: number): string => `${number(ms / 1000)} s`

function size(bytes: number): string {
  const steps = ['bytes', 'KB', 'MB', 'GB']
  const step = Math.min(steps.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${number(bytes / 1024 ** step)} ${steps[step]}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = join(fileURLToPath(new URL('..', import.meta.url)), 'docs', 'limits.md')
  writeFileSync(path, printLimits())
  console.log(`Wrote ${path}.`)
}
