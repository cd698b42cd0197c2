import * as z from 'zod/mini'
import { bundleAddress } from './bundle'
import { cameraOrder } from './camera-order'
import type { CommandOperation } from './command'
import { installSteps } from './install-step'
import { portId } from './port-settings'
import { release } from './release-shape'
import { screenOrder } from './screen-tunnel'
import { bootName } from './state'
import { scriptSettings } from './terminal-settings'

/** Upper bound of what a terminal sends as logs, packed. */
export const MAX_LOG_BYTES = 16 * 1024 * 1024

const hexText = z.string().check(z.minLength(2), z.maxLength(2048))

/** How the value that a write changes is read, before it and after it. */
const readBack = z.strictObject({
  requestHex: hexText,
  includesUnitId: z.boolean(),
  appendsCrc: z.boolean(),
  responseLengthBytes: z.int().check(z.gte(0), z.lte(256)),
  decoderId: z.int(),
  numericFormat: z.string().check(z.maxLength(16)),
  skipLeadingBytes: z.int().check(z.gte(0), z.lte(255)),
  skipTrailingBytes: z.int().check(z.gte(0), z.lte(255)),
  divisor: z.number().check(z.refine((value) => value !== 0)),
  multiplier: z.number(),
  /** What it shows afterwards where the write has worked; `null`: anything. */
  expected: z.nullable(z.number()),
})
export type ReadBack = z.output<typeof readBack>

/** One write to one unit. As a row of the write table, with how to wait for the reply. */
const writeArguments = z.strictObject({
  portId,
  unitId: z.int().check(z.gte(1), z.lte(247)),
  requestHex: hexText,
  /** `XX` matches any byte. */
  expectedReplyHex: hexText,
  /** Speaks of both texts. */
  includesUnitId: z.boolean(),
  appendsCrc: z.boolean(),
  replyHasCrc: z.boolean(),
  retries: z.int().check(z.gte(0), z.lte(10)),
  intervalMs: z.int().check(z.gte(0), z.lte(60_000)),
  timeoutMs: z.int().check(z.gte(20), z.lte(10_000)),
  /** Absent where nothing shows the effect. */
  readBack: z.optional(readBack),
})
export type WriteArguments = z.output<typeof writeArguments>

/** What was read at the device; no value where that failed. */
const readValue = z.object({ value: z.nullable(z.number()), quality: z.int(), at: z.int() })
export type ReadValue = z.output<typeof readValue>

/** What a write came to, in `out`: with `progress` as far as it is, with the end as a whole. */
export const writeOutcome = z.object({
  /** What was sent, and what came back; in hexadecimal. */
  request: z.optional(z.string()),
  packet: z.optional(z.string()),
  /** Epoch milliseconds by the terminal: when the answer to the write came. */
  writtenAt: z.optional(z.int()),
  before: z.optional(readValue),
  after: z.optional(readValue),
})
export type WriteOutcome = z.output<typeof writeOutcome>

/** What each command carries in `arg`. */
export const commandArguments = {
  'cfg.apply': bundleAddress,
  'run.once': z.strictObject({ script: scriptSettings }),
  write: writeArguments,
  'log.fetch': z.strictObject({
    /** Epoch milliseconds; lines of other times are left out. */
    from: z.int(),
    to: z.int(),
    /** Below the log folder; none: all of it. */
    paths: z.array(z.string().check(z.minLength(1), z.maxLength(300))).check(z.maxLength(50)),
    url: z.string().check(z.regex(/^\/field\/v1\/logs\/[0-9A-Z]{26}$/)),
  }),
  /** The token with which the next secret is fetched, once. */
  'cred.rotate': z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(64)) }),
  restart: z.strictObject({ what: z.enum(['program', 'box']) }),
  'fw.install': z.strictObject({
    release,
    url: z.string().check(z.regex(/^\/field\/v1\/firmware\/[0-9a-f]{64}$/)),
  }),
  'screen.open': screenOrder,
  'camera.snapshot': cameraOrder,
} as const satisfies Record<CommandOperation, z.ZodMiniType>
export type CommandArguments<Operation extends CommandOperation> = z.output<
  (typeof commandArguments)[Operation]
>

/** What an installation came to, in `out` of `fw.install`: with `progress` its step, with the end the program that runs. */
export const installOutcome = z.object({
  step: z.optional(z.enum(installSteps)),
  /** The program that reports it, and the name of its start. */
  version: z.optional(z.string().check(z.maxLength(64))),
  boot: z.optional(bootName),
  /** The program before is back. */
  isRolledBack: z.optional(z.boolean()),
})
export type InstallOutcome = z.output<typeof installOutcome>

/** What a single run of one command came to, in `out.rows` of `run.once`. */
export const runRow = z.object({
  commandCode: z.string(),
  unitId: z.int(),
  deviceName: z.string(),
  /** Milliseconds from the request to the end of the reply, repeats included. */
  ms: z.int(),
  /** The reply in hexadecimal; empty where none came. */
  packet: z.string(),
  /** E_TIMEOUT and the like; absent where the device answered as it should. */
  code: z.optional(z.string()),
  values: z.array(
    z.object({ pointId: z.int(), name: z.string(), value: z.nullable(z.number()), quality: z.int() }),
  ),
})
export type RunRow = z.output<typeof runRow>
