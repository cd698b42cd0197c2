import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A certificate with its key, as files in the folder. */
export interface SwupdateSigner {
  readonly certificate: string
  readonly key: string
}

export function swupdateSigner(folder: string, name: string): SwupdateSigner {
  const signer = { certificate: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) }
  const subject = ['-subj', `/CN=${name}`, '-days', '30', '-addext', 'extendedKeyUsage=emailProtection']
  const files = ['-keyout', signer.key, '-out', signer.certificate]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], {
    stdio: 'ignore',
  })
  return signer
}

/**
 * An image for SWUpdate that writes a file: an archive of its description, the signature (CMS) of that, and the file.
 * @param written what the archive holds in the place of the content that was described
 */
export function swupdateImage(
  signer: SwupdateSigner,
  {
    version,
    path,
    content,
    written = content,
  }: {
    readonly version: string
    readonly path: string
    readonly content: Buffer
    readonly written?: Buffer
  },
): Buffer {
  const sha256 = createHash('sha256').update(content).digest('hex')
  const description = `software = {
  version = "${version}";
  hardware-compatibility: [ "1.0" ];
  files: ( { filename = "system.img"; path = "${path}"; sha256 = "${sha256}"; } );
}
`
  return archive([
    ['sw-description', Buffer.from(description)],
    ['sw-description.sig', signed(description, signer)],
    ['system.img', written],
  ])
}

function signed(text: string, { certificate, key }: SwupdateSigner): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-cms-'))
  const [from, to] = [join(folder, 'text'), join(folder, 'signature')]
  writeFileSync(from, text)
  const files = ['-in', from, '-out', to, '-signer', certificate, '-inkey', key]
  execFileSync('openssl', ['cms', '-sign', ...files, '-outform', 'DER', '-nosmimecap', '-binary'])
  const signature = readFileSync(to)
  rmSync(folder, { recursive: true })
  return signature
}

const FILE_MODE = 0o100644

/** A cpio archive in the portable form with hexadecimal heads ("newc"). */
function archive(files: readonly (readonly [string, Buffer])[]): Buffer {
  const all = [...files, ['TRAILER!!!', Buffer.alloc(0)] as const]
  const parts = all.flatMap(([name, content], index) => {
    const isLast = index === files.length
    // inode, mode, owner, group, links, time, size, two devices twice, length of the name, checksum
    const fields = [
      isLast ? 0 : index + 1,
      FILE_MODE,
      0,
      0,
      1,
      0,
      content.length,
      0,
      0,
      0,
      0,
      name.length + 1,
      0,
    ]
    const head = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}${name}\0`
    return [filled(Buffer.from(head), 4), filled(content, 4)]
  })
  return filled(Buffer.concat(parts), 512)
}

function filled(bytes: Buffer, unit: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((unit - (bytes.length % unit)) % unit)])
}
