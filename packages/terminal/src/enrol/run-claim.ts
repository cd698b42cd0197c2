import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import type { SetupProblem } from '../settings/setup-problem'
import { boxIdentity } from './box-identity'
import { type Claimed, claimBox } from './claim-box'

/** What the command line and the environment settle for a claim. */
export interface ClaimEnvironment {
  readonly serverUrl: string
  readonly code: string
  readonly settingsPath: string
  readonly dataFolder: string | null
  /** File with the only authority to trust over HTTPS. */
  readonly serverCaPath: string | null
  readonly isInsecureAllowed: boolean
}

export const DEFAULT_SETTINGS_PATH = 'terminal/settings.json'

export async function runClaim(environment: ClaimEnvironment): Promise<Result<Claimed, SetupProblem>> {
  const { serverCaPath } = environment
  const ca = serverCaPath === null ? ok(null) : await readCa(serverCaPath)
  if (!ca.ok) return ca
  return claimBox({
    ...environment,
    settingsPath: resolve(environment.settingsPath),
    ca: ca.value,
    box: boxIdentity(),
  })
}

/** What a person at the box reads after it. */
export function describeClaim({ terminalId, store, settingsPath, takesOver }: Claimed): string {
  return [
    `This box is now ${terminalId} of store ${store.code} ${store.name}.`,
    ...(takesOver
      ? [
          'Another box has this place and goes on. Start this one within 24 hours: it proves itself, then takes over.',
        ]
      : []),
    `Settings: ${settingsPath}`,
    `Start it with: npm run terminal -- ${settingsPath}`,
    'A program that runs with older settings has to be started again.',
  ].join('\n')
}

async function readCa(path: string): Promise<Result<Uint8Array, SetupProblem>> {
  try {
    return ok(await readFile(path))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return fail({ where: 'COLDKEEP_SERVER_CA', path: null, why: `${path} cannot be read (${code})` })
  }
}
