import * as z from 'zod/mini'
import { defineCall } from '../call'
import { file } from '../content'
import { as } from '../wire/dialect'
import { wireInstant } from '../wire/instant'
import { wireTerminalId } from '../wire/terminal-id'

/** The state of a command. */
export const commandStates = [
  'queued',
  'sent',
  'accepted',
  'running',
  'done',
  'failed',
  'refused',
  'expired',
  'cancelled',
] as const
export type WireCommandState = (typeof commandStates)[number]

const operations = [
  'cfg.apply',
  'run.once',
  'write',
  'log.fetch',
  'cred.rotate',
  'restart',
  'fw.install',
  'screen.open',
  'camera.snapshot',
] as const

const commandId = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/))
const terminalParams = z.object({ terminalId: as('terminalid', wireTerminalId) })

const wireCommand = z.object({
  id: commandId,
  op: z.enum(operations),
  /** What it was given, without secrets. */
  arg: z.record(z.string(), z.unknown()),
  state: z.enum(commandStates),
  /** Progress, where the terminal reports it. */
  percent: z.nullable(z.int()),
  /** What the terminal answered: `rows` of a single run in the caller's language, the `packet` of a write. */
  outcome: z.nullable(z.record(z.string(), z.unknown())),
  error: z.nullable(
    z.object({
      code: z.string(),
      /** In the caller's language. */
      message: z.string(),
    }),
  ),
  /** Bytes of the logs that have come; `null` where there are none. */
  logSize: z.nullable(z.int()),
  createdBy: z.string(),
  createdAt: wireInstant,
  expiresAt: wireInstant,
  changedAt: wireInstant,
})
export type WireCommand = z.output<typeof wireCommand>

export const listCommands = defineCall({
  method: 'GET',
  path: '/api/v2/terminals/{terminalid}/commands',
  access: ['3-2'],
  summary: 'The last 100 commands of a terminal with what they came to, newest first.',
  params: terminalParams,
  answer: z.object({ commands: z.array(wireCommand) }),
})

export const sendCommand = defineCall({
  method: 'POST',
  path: '/api/v2/terminals/{terminalid}/commands',
  access: ['3-2'],
  summary:
    'Tells a terminal to do something once. It is sent when the terminal is there, and expires otherwise. Devices are written to by calls of their own.',
  params: terminalParams,
  body: z.discriminatedUnion('op', [
    /** A script of the configuration that is active, by its name. */
    z.object({ op: z.literal('run.once'), script: z.string().check(z.minLength(1), z.maxLength(120)) }),
    z.object({
      op: z.literal('log.fetch'),
      from: wireInstant,
      to: wireInstant,
      /** Below the log folder of the terminal; none: all of it. */
      paths: z._default(
        z.array(z.string().check(z.minLength(1), z.maxLength(300))).check(z.maxLength(50)),
        [],
      ),
    }),
    z.object({ op: z.literal('cred.rotate') }),
    z.object({ op: z.literal('restart'), what: z.enum(['program', 'box']) }),
  ]),
  answer: wireCommand,
})

export const cancelCommand = defineCall({
  method: 'DELETE',
  path: '/api/v2/terminals/{terminalid}/commands/{commandid}',
  access: ['3-2'],
  summary: 'Takes back a command that has not been sent yet.',
  params: z.extend(terminalParams, { commandId: as('commandid', commandId) }),
  answer: z.object({}),
})

export const getCommandLog = defineCall({
  method: 'GET',
  path: '/api/v2/terminals/{terminalid}/commands/{commandid}/log',
  access: ['3-2'],
  summary: 'The logs that a terminal handed over for a command, as one packed text (gzip).',
  params: z.extend(terminalParams, { commandId: as('commandid', commandId) }),
  answer: file('application/gzip'),
})
