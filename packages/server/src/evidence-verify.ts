import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openPack } from './evidence/open-pack'
import { type PackFault, type PackReport, verifyPack } from './evidence/verify-pack'

/**
 * `npm run evidence-verify -- pack.zip` holds a pack of evidence, or the folder it was unpacked into, against its manifest
 * and signature, without a server or database. `--key public.pem` names the key that must have signed it. It ends with
 * 0 where all holds, with 1 where a file was changed, removed or added, with 2 where it could not look.
 */
const reasons: Readonly<Record<PackFault['reason'], string>> = {
  changed: 'was changed',
  missing: 'is missing',
  added: 'was added',
  twice: 'is there more than once',
  unreadable: 'cannot be read',
  key: 'is not the key that signed this pack, or not one that you trust',
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' } },
  })
  const [path] = positionals
  if (path === undefined || positionals.length > 1)
    throw new Error('Usage: npm run evidence-verify -- <pack.zip or folder> [--key public.pem]')
  const trusted = values.key === undefined ? null : await keyIn(values.key)
  const pack = await openPack(path)
  try {
    printReport(await verifyPack(pack, trusted))
  } finally {
    await pack.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

async function keyIn(path: string): Promise<KeyObject> {
  const pem = await readFile(path, 'utf8')
  try {
    const key = createPublicKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // reported below
  }
  throw new Error(`${path} holds no ed25519 public key`)
}

function printReport({ faults, manifest, digest, fingerprint, isKeyTrusted }: PackReport): void {
  for (const { path, reason } of faults) console.log(`${path} ${reasons[reason]}`)
  if (faults.length > 0 || manifest === null) {
    console.log('This pack does not hold.')
    process.exitCode = 1
    return
  }
  const { store, first, last, files } = manifest
  console.log(
    `The pack holds: store ${store.code} ${store.name}, ${first} to ${last}, ${files.length} files.`,
  )
  console.log(`Data digest: ${digest}`)
  console.log(`Signed with the key: ${fingerprint}`)
  if (!isKeyTrusted)
    console.log(
      'The key came with the pack: compare it with the one the server shows, or name yours with --key.',
    )
}
