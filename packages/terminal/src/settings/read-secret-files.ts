import { X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import type { SetupProblem } from './setup-problem'

const PERMISSIONS = 0o777
const OWNER_ONLY = 0o600

/** The secret of this terminal. */
export async function readCredential(path: string): Promise<Result<string, SetupProblem>> {
  const read = await readOwnFile(path)
  if (!read.ok) return read
  const secret = read.value.trim()
  // The text never enters the reason: it would be printed.
  if (secret !== '' && !/\s/.test(secret)) return ok(secret)
  return fail({ where: path, path: null, why: 'must hold one secret and nothing else' })
}

/** A file that must be the owner's alone: mode 0600. */
export async function readOwnFile(path: string): Promise<Result<string, SetupProblem>> {
  const refuse = (why: string) => fail({ where: path, path: null, why })
  try {
    const { mode } = await stat(path)
    if ((mode & PERMISSIONS) !== OWNER_ONLY) {
      return refuse(`mode must be 0600 and is 0${(mode & PERMISSIONS).toString(8)}`)
    }
    return ok(await readFile(path, 'utf8'))
  } catch (error) {
    return refuse(`cannot be read (${codeOf(error)})`)
  }
}

/** The certificate of the authority that signs the broker's. */
export async function readAuthority(path: string): Promise<Result<Uint8Array, SetupProblem>> {
  const refuse = (why: string) => fail({ where: path, path: null, why })
  try {
    const pem = await readFile(path)
    const { ca } = new X509Certificate(pem)
    return ca ? ok(pem) : refuse('is the certificate of no authority')
  } catch (error) {
    const isFileFault = error instanceof Error && 'syscall' in error
    return refuse(isFileFault ? `cannot be read (${codeOf(error)})` : 'is no certificate in PEM form')
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
