import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CameraSettings } from '@coldkeep/contract/mqtt/camera-settings'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import type { CameraLogin } from '../camera/authorize'
import { readOwnFile } from './read-secret-files'
import type { SetupProblem } from './setup-problem'

/** What the files beside the settings hold of one camera. */
export interface CameraSecrets {
  readonly login: CameraLogin | null
  readonly ca: Uint8Array | null
}

/** By the id of the camera. */
export async function readCameraSecrets(
  cameras: readonly CameraSettings[],
  folder: string,
): Promise<Result<ReadonlyMap<string, CameraSecrets>, SetupProblem>> {
  const secrets = new Map<string, CameraSecrets>()
  for (const camera of cameras) {
    if (camera.source === 'uvc') continue
    const { id, credentialFile, caFile } = camera
    const login = credentialFile === undefined ? ok(null) : await readLogin(resolve(folder, credentialFile))
    if (!login.ok) return login
    const ca = caFile === undefined ? ok(null) : await readCertificate(resolve(folder, caFile))
    if (!ca.ok) return ca
    secrets.set(id, { login: login.value, ca: ca.value })
  }
  return ok(secrets)
}

async function readLogin(path: string): Promise<Result<CameraLogin, SetupProblem>> {
  const read = await readOwnFile(path)
  if (!read.ok) return read
  const [, user, password] = /^([^:\r\n]+):([^\r\n]*)$/.exec(read.value.replace(/\r?\n$/, '')) ?? []
  if (user === undefined || password === undefined)
    return fail({ where: path, path: null, why: 'must hold one line: user:password' })
  return ok({ user, password })
}

/** Many cameras sign their own, which belongs to no authority. */
async function readCertificate(path: string): Promise<Result<Uint8Array, SetupProblem>> {
  try {
    const pem = await readFile(path)
    new X509Certificate(pem)
    return ok(pem)
  } catch (error) {
    const why =
      error instanceof Error && 'syscall' in error ? 'cannot be read' : 'is no certificate in PEM form'
    return fail({ where: path, path: null, why })
  }
}
