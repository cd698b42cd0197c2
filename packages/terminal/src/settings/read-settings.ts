import { readFile } from 'node:fs/promises'
import { type TerminalSettings, terminalSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import { findPlanFaults, isOfOneRequest, type PlanFault } from '@coldkeep/domain/polling/check-plan'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import * as z from 'zod/mini'
import { allowedNetworks } from '../bus/allowed-networks'
import { readServerAddress } from '../enrol/server-address'
import { type PlannedScript, planScripts } from '../polling/plan'
import { findAddressFault } from './broker-address'
import type { SetupProblem } from './setup-problem'

export interface ReadSettings {
  readonly settings: TerminalSettings
  readonly scripts: readonly PlannedScript[]
  /** Requests in the file that are not sent. */
  readonly leftOut: readonly PlanFault[]
}

/**
 * Reads and checks the configuration file as a whole, so that nothing of it can fail later.
 * @param isInsecureAllowed a broker elsewhere may be reached without TLS
 */
export async function readSettings(
  path: string,
  isInsecureAllowed: boolean,
): Promise<Result<ReadSettings, SetupProblem>> {
  const text = await readText(path)
  if (!text.ok) return text
  const content = parseJson(text.value)
  if (!content.ok) return fail({ where: path, path: null, why: content.problem })
  const shaped = z.safeParse(terminalSettings, content.value, { error: z.locales.en().localeError })
  if (!shaped.success) return fail({ where: path, ...firstIssue(shaped.error) })
  const settings = shaped.data
  const fault = findFault(settings, isInsecureAllowed)
  if (fault !== null) return fail({ where: path, ...fault })
  const scripts = planScripts(settings)
  if (!scripts.ok) return fail({ where: path, ...scripts.problem })
  const leftOut = findPlanFaults(settings).filter(isOfOneRequest)
  return ok({ settings, scripts: scripts.value, leftOut })
}

function findFault(
  settings: TerminalSettings,
  isInsecureAllowed: boolean,
): Omit<SetupProblem, 'where'> | null {
  const addressFault = findAddressFault(settings, isInsecureAllowed)
  if (addressFault !== null) return addressFault
  const networks = allowedNetworks(settings.allowedNetworks, [])
  if (!networks.ok) {
    return { path: `allowedNetworks.${networks.problem.entry}`, why: 'not a network as address/prefix' }
  }
  if (settings.serverUrl === undefined) return null
  const server = readServerAddress(settings.serverUrl, isInsecureAllowed)
  return server.ok ? null : { path: 'serverUrl', why: server.problem }
}

async function readText(path: string): Promise<Result<string, SetupProblem>> {
  try {
    return ok(await readFile(path, 'utf8'))
  } catch (error) {
    return fail({ where: path, path: null, why: `cannot be read (${messageOf(error)})` })
  }
}

function parseJson(text: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(text))
  } catch (error) {
    return fail(`is no JSON (${messageOf(error)})`)
  }
}

function firstIssue(error: z.core.$ZodError): Omit<SetupProblem, 'where'> {
  const [issue] = error.issues
  if (issue === undefined) throw new Error('a failed check names no issue')
  const path = issue.path.length > 0 ? issue.path.join('.') : null
  const custom = issue.code === 'custom' ? customRules[String(issue.path.at(-1))] : undefined
  return { path, why: custom ?? issue.message }
}

/** The checks of the contract that have no text of their own. */
const customRules: Readonly<Record<string, string>> = {
  terminalId: 'must be TB- and 4 to 16 digits or capital letters',
  pointId: 'must be a whole number above 0',
  divisor: 'must not be 0',
  openingHours: 'must be there for outside_hours',
  pagePort: 'must be there for ask',
  address: 'must hold no user and no password',
  cameraId: 'each camera needs an id of its own',
  timeZone: 'must be a zone such as Asia/Taipei',
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)
}
