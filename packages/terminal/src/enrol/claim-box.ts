import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CLAIM_PATH, type ClaimAnswer, claimAnswer } from '@coldkeep/contract/mqtt/claim'
import { type TerminalSettings, terminalSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import { readClaimCode } from '@coldkeep/domain/access/claim-code'
import type { TerminalId } from '@coldkeep/domain/ids'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import * as z from 'zod/mini'
import type { SetupProblem } from '../settings/setup-problem'
import type { BoxIdentity } from './box-identity'
import { draftFile } from './draft-file'
import { postJson } from './post-json'
import { readServerAddress } from './server-address'

export interface ClaimOrder {
  readonly serverUrl: string
  readonly code: string
  readonly settingsPath: string
  /** Where the outbox lies; null: `terminal-data` next to the settings. */
  readonly dataFolder: string | null
  readonly isInsecureAllowed: boolean
  /** The only authority to trust over HTTPS, in PEM; null: those of this machine. */
  readonly ca: Uint8Array | null
  readonly box: BoxIdentity
}

export interface Claimed {
  readonly terminalId: TerminalId
  readonly store: ClaimAnswer['store']
  readonly settingsPath: string
  /** Another box has the place, and keeps it until this one has proved itself at its start. */
  readonly takesOver: boolean
}

const SECRET_MODE = 0o600
const OPEN_MODE = 0o644
const CA_FILE = 'ca.pem'

/**
 * Takes the place of a terminal with a claim code and writes settings and credential. Whatever would stand in
 * the way is looked for before the code is spent. What the box polls stays as it was where it keeps its
 * place.
 */
export async function claimBox(order: ClaimOrder): Promise<Result<Claimed, SetupProblem>> {
  const server = readServerAddress(order.serverUrl, order.isInsecureAllowed)
  if (!server.ok) return refuse('server address', server.problem)
  if (readClaimCode(order.code) === null) {
    return refuse('claim code', 'has 12 letters and digits, as in 7K2M-9QXA-04TC')
  }
  const before = await readSettingsBefore(order.settingsPath)
  if (!before.ok) return before
  const folder = dirname(order.settingsPath)
  const credentialPath = resolve(folder, before.value?.credentialFile ?? 'credential')
  const drafts = await openDrafts([
    [credentialPath, SECRET_MODE],
    [join(folder, CA_FILE), OPEN_MODE],
    [order.settingsPath, OPEN_MODE],
  ])
  if (!drafts.ok) return drafts
  const [credential, authority, settings] = drafts.value as [Draft, Draft, Draft]
  try {
    const answer = await claim(server.value, order)
    if (!answer.ok) return answer
    const { tid, secret, store, takes_over: takesOver } = answer.value
    const ca = answer.value.ca ?? (order.ca && Buffer.from(order.ca).toString('utf8'))
    const written = settingsAfter(before.value, server.value, answer.value, ca !== null)
    if (before.value !== null && before.value.terminalId !== tid) {
      await putDataAside(order.dataFolder ?? join(folder, 'terminal-data'), before.value.terminalId)
    }
    await credential.commit(`${secret}\n`)
    if (ca !== null) await authority.commit(ca)
    await settings.commit(`${JSON.stringify(written, null, 2)}\n`)
    return ok({ terminalId: tid, store, settingsPath: order.settingsPath, takesOver })
  } finally {
    for (const draft of drafts.value) await draft.discard()
  }
}

type Draft = Awaited<ReturnType<typeof draftFile>>

async function claim(server: URL, { code, box, ca }: ClaimOrder): Promise<Result<ClaimAnswer, SetupProblem>> {
  const body = { code, serial: box.serial, hw: box.hardware }
  const answer = await postJson(new URL(CLAIM_PATH, server), body, ca)
  if (!answer.ok) {
    const { code: refusal, why } = answer.problem
    return refuse(refusal?.startsWith('claim.') ? 'claim code' : 'server', why)
  }
  const read = z.safeDecode(claimAnswer, answer.value as never)
  return read.success
    ? ok(read.data)
    : refuse('server', `${server.origin} gave an answer that this program does not understand`)
}

/**
 * A box that is moved to another place polls what that place is configured to; what belongs to the box itself
 * stays.
 */
function settingsAfter(
  before: TerminalSettings | null,
  server: URL,
  { tid, mqtt, keys, takes_over: takesOver }: ClaimAnswer,
  hasCa: boolean,
): TerminalSettings {
  const polled =
    before !== null && before.terminalId === tid
      ? { revision: before.revision, ports: before.ports, scripts: before.scripts }
      : { revision: 0, ports: [], scripts: [] }
  return {
    credentialFile: 'credential',
    ...before,
    terminalId: tid,
    brokerUrls: mqtt,
    ...(hasCa && { caFile: CA_FILE }),
    serverUrl: server.origin,
    commandKeys: keys.cmd,
    takesOver: takesOver || undefined,
    ...polled,
  }
}

async function readSettingsBefore(path: string): Promise<Result<TerminalSettings | null, SetupProblem>> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? ok(null) : refuse(path, `cannot be read (${codeOf(error)})`)
  }
  try {
    const read = z.safeParse(terminalSettings, JSON.parse(text))
    if (read.success) return ok(read.data)
  } catch {
    // reported below, for both
  }
  return refuse(path, 'is there and holds no settings of a terminal; move it away first')
}

async function openDrafts(
  files: readonly (readonly [path: string, mode: number])[],
): Promise<Result<readonly Draft[], SetupProblem>> {
  const drafts: Draft[] = []
  for (const [path, mode] of files) {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      drafts.push(await draftFile(path, mode))
    } catch (error) {
      for (const draft of drafts) await draft.discard()
      return refuse(path, `cannot be written (${codeOf(error)})`)
    }
  }
  return ok(drafts)
}

/** Readings that wait there are of the place before, and no longer this terminal's to send. */
async function putDataAside(folder: string, before: TerminalId): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const own = names.filter((name) => !name.startsWith('of-TB-'))
  if (own.length === 0) return
  const aside = join(folder, `of-${before}`)
  await mkdir(aside, { recursive: true, mode: 0o700 })
  for (const name of own) await rename(join(folder, name), join(aside, name))
}

function refuse(where: string, why: string) {
  return fail({ where, path: null, why })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
