import { dirname, join, resolve } from 'node:path'
import { ok, type Result } from '@coldkeep/domain/result'
import { requiresTls } from './broker-address'
import { type CameraSecrets, readCameraSecrets } from './read-camera-secrets'
import { readAuthority, readCredential } from './read-secret-files'
import { type ReadSettings, readSettings } from './read-settings'
import type { SetupProblem } from './setup-problem'

export interface SetupSource {
  readonly settingsPath: string
  /** Where the outbox lies; null: `terminal-data` next to the settings. */
  readonly dataFolder: string | null
  /** A broker on another machine may be reached without TLS. */
  readonly isInsecureAllowed: boolean
}

/** All that a terminal needs to know before it starts, read and checked. */
export interface Setup extends ReadSettings {
  readonly secret: string
  readonly ca: Uint8Array | null
  /** Of the VNC server of the store; null where it has none. */
  readonly screenPassword: string | null
  /** Of the cameras on the network, by their ids. */
  readonly cameraSecrets: ReadonlyMap<string, CameraSecrets>
  /** Where the secret lies, to be replaced there. */
  readonly credentialPath: string
  readonly isInsecureAllowed: boolean
  readonly dataFolder: string
  readonly logFolder: string
}

export async function readSetup(source: SetupSource): Promise<Result<Setup, SetupProblem>> {
  const path = resolve(source.settingsPath)
  const read = await readSettings(path, source.isInsecureAllowed)
  if (!read.ok) return read
  const { settings } = read.value
  const folder = dirname(path)
  const credentialPath = resolve(folder, settings.credentialFile)
  const secret = await readCredential(credentialPath)
  if (!secret.ok) return secret
  const isTls = settings.brokerUrls.some(requiresTls) || settings.serverUrl?.startsWith('https:')
  const ca = isTls && settings.caFile ? await readAuthority(resolve(folder, settings.caFile)) : ok(null)
  if (!ca.ok) return ca
  const { passwordFile } = settings.screen ?? {}
  const password = passwordFile === undefined ? ok(null) : await readCredential(resolve(folder, passwordFile))
  if (!password.ok) return password
  const cameraSecrets = await readCameraSecrets(settings.cameras ?? [], folder)
  if (!cameraSecrets.ok) return cameraSecrets
  const dataFolder = source.dataFolder ?? join(folder, 'terminal-data')
  return ok({
    ...read.value,
    secret: secret.value,
    ca: ca.value,
    screenPassword: password.value,
    cameraSecrets: cameraSecrets.value,
    credentialPath,
    isInsecureAllowed: source.isInsecureAllowed,
    dataFolder,
    logFolder: join(dataFolder, 'log'),
  })
}
