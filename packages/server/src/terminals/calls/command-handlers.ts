import type { sendCommand } from '@coldkeep/contract/areas/commands'
import { handOverLog } from '@coldkeep/contract/areas/field'
import { addressOf } from '@coldkeep/contract/call'
import { bundle } from '@coldkeep/contract/mqtt/bundle'
import type { ScriptSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import { Problem } from '@coldkeep/contract/problem'
import type { StoreId } from '@coldkeep/domain/ids'
import { buildReadRequest } from '@coldkeep/domain/polling/build-request'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Translate } from '@coldkeep/phrases/keys'
import * as z from 'zod/mini'
import { addAudit } from '../../audit/add-audit'
import { selectBundleBody, selectBundles } from '../../bundles/bundle-queries'
import { presentError } from '../../bundles/words/field-words'
import type { Handlers } from '../../calls/bind-call'
import type { CallContext } from '../../calls/context'
import { type CommandRow, cancelQueued, selectCommands } from '../../commands/command-queries'
import type { LogFiles } from '../../commands/log-files'
import { MOST_SCRIPT_BYTES, makeCommand } from '../../commands/make-command'
import type { Db, Trx } from '../../db/connect'
import { selectLine } from '../../writes/write-line-queries'
import { checkSeesAll, checkTakesBack, checkWrites, unitsOfScript } from '../check-equipment'
import type { FieldLink } from '../field-link'
import { selectTerminalCommand } from '../terminal-command-queries'
import { newCredential } from '../terminal-credential'
import type { TerminalRow } from '../terminal-queries'
import { presentCommandOutcome } from '../words/command-outcome'
import { actor, reachableTerminal } from './configuration-handlers'

type CommandCall = 'listCommands' | 'sendCommand' | 'cancelCommand' | 'getCommandLog'

/** What commands to terminals need. */
export interface CommandCallParts {
  readonly field: Pick<FieldLink, 'wake' | 'logs'>
}

export function commandHandlers({ field }: CommandCallParts): Pick<Handlers, CommandCall> {
  return {
    listCommands: async ({ db, user, params, translate }) => {
      checkSeesAll(user)
      const { storeId, terminalId } = await reachableTerminal(db, user, params.terminalId)
      const rows = await selectCommands(db, storeId, terminalId)
      return { commands: await Promise.all(rows.map((row) => presentCommand(row, field.logs, translate))) }
    },

    sendCommand: async (context) => {
      const { db, user, params, clock, translate } = context
      const terminal = await reachableTerminal(db, user, params.terminalId)
      if (!terminal.isEnabled) throw new Problem('terminal.disabled')
      const now = clock.now()
      const script = context.body.op === 'run.once' ? await scriptOf(db, terminal, context.body.script) : null
      if (script !== null) await checkWrites(db, user, terminal, unitsOfScript(script))
      const id = await db.transaction().execute((trx) => make(trx, context, terminal, script, now))
      field.wake()
      const row = (await selectCommands(db, terminal.storeId, terminal.terminalId)).find(
        ({ commandId }) => commandId === id,
      )
      if (row === undefined) throw new Problem('command.unknown')
      return presentCommand(row, field.logs, translate)
    },

    cancelCommand: async ({ db, user, params, clock }) => {
      checkSeesAll(user)
      const terminal = await reachableTerminal(db, user, params.terminalId)
      const { storeId, terminalId } = terminal
      const now = clock.now()
      await db.transaction().execute(async (trx) => {
        const command = await commandOf(trx, terminal, params.commandId)
        await checkTakesBack(trx, user, terminal, command)
        const { op, commandId } = command
        // a configuration is not taken back but replaced
        if (op === 'cfg.apply' || !(await cancelQueued(trx, storeId, commandId, now))) {
          throw new Problem('command.sent')
        }
        await addAudit(trx, {
          at: now,
          by: actor(user),
          storeId,
          deviceIds: await devicesOf(trx, command, storeId),
          kind: 'command.cancel',
          subject: terminalId,
          detail: { command: params.commandId },
          outcome: 'done',
        })
      })
      return {}
    },

    getCommandLog: async ({ db, user, params }) => {
      checkSeesAll(user)
      const terminal = await reachableTerminal(db, user, params.terminalId)
      const { commandId } = await commandOf(db, terminal, params.commandId)
      const file = await field.logs.find(commandId)
      if (file === null) throw new Problem('command.unknown')
      const name = `${terminal.terminalId}-${commandId}.log.gz`
      return { from: 'stream', stream: file.open(), saved: { name, size: file.size } }
    },
  }
}

async function make(
  trx: Trx,
  { body, user }: CallContext<typeof sendCommand>,
  { terminalId, storeId }: TerminalRow,
  script: ScriptSettings | null,
  now: EpochMs,
): Promise<string> {
  const common = { terminalId, storeId, by: actor(user) }
  switch (body.op) {
    case 'run.once':
      if (script === null) throw new Problem('command.no_script')
      return makeCommand(trx, { ...common, op: 'run.once', arg: () => ({ script }) }, now)
    case 'log.fetch': {
      const { from, to, paths } = body
      const arg = (id: string) => ({ from, to, paths, url: addressOf(handOverLog, { commandId: id }, {}) })
      return makeCommand(trx, { ...common, op: 'log.fetch', arg }, now)
    }
    case 'cred.rotate': {
      const { token } = await newCredential(trx, terminalId, now)
      return makeCommand(trx, { ...common, op: 'cred.rotate', arg: () => ({ token }) }, now)
    }
    case 'restart':
      return makeCommand(trx, { ...common, op: 'restart', arg: () => ({ what: body.what }) }, now)
  }
}

/** A script of the configuration that the terminal was given last and runs. */
async function scriptOf(db: Db, { storeId, terminalId }: TerminalRow, name: string): Promise<ScriptSettings> {
  const active = (await selectBundles(db, storeId, terminalId)).find(({ state }) => state === 'active')
  const body = active && (await selectBundleBody(db, storeId, terminalId, active.revision))
  if (!body) throw new Problem('command.no_script')
  const { scripts } = z.parse(bundle, JSON.parse(Buffer.from(body).toString('utf8')))
  const named = scripts.find((one) => one.name === name)
  // the terminal drops commands that do more than read
  const commands = named?.commands.filter((command) => buildReadRequest(command, command.unitId).ok) ?? []
  if (named === undefined || commands.length === 0) throw new Problem('command.no_script')
  const script = { ...named, commands }
  if (Buffer.byteLength(JSON.stringify(script)) > MOST_SCRIPT_BYTES) throw new Problem('command.too_large')
  return script
}

async function commandOf(db: Db, terminal: Pick<TerminalRow, 'storeId' | 'terminalId'>, commandId: string) {
  const row = await selectTerminalCommand(db, terminal, commandId)
  if (row === undefined) throw new Problem('command.unknown')
  return row
}

async function devicesOf(
  trx: Trx,
  { commandId, op }: Pick<CommandRow, 'commandId' | 'op'>,
  storeId: StoreId,
) {
  const line = op === 'write' ? await selectLine(trx, storeId, commandId) : null
  return line === null ? [] : [line.deviceId]
}

async function presentCommand(row: CommandRow, logs: LogFiles, translate: Translate) {
  const { commandId, op, arg, state, percent, outcome, errorCode, errorText } = row
  const log = op === 'log.fetch' ? await logs.find(commandId) : null
  return {
    id: commandId,
    op,
    arg: shownArguments(op, arg),
    state,
    percent,
    outcome: outcome === null ? null : presentCommandOutcome(outcome, translate),
    error:
      errorCode === null
        ? null
        : { code: errorCode, message: presentError(errorCode, errorText ?? '', translate) },
    logSize: log?.size ?? null,
    createdBy: row.createdBy,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    changedAt: row.changedAt,
  }
}

/** Nothing that opens a door, and of a script its name. */
function shownArguments(op: CommandRow['op'], arg: CommandRow['arg']): Record<string, unknown> {
  if (op === 'cred.rotate' || op === 'fw.install' || op === 'screen.open') return {}
  if (op === 'camera.snapshot') return { camera: arg.cameraId }
  if (op === 'run.once') return { script: (arg.script as { readonly name?: unknown } | undefined)?.name }
  if (op === 'log.fetch') return { from: arg.from, to: arg.to, paths: arg.paths }
  return { ...arg }
}
