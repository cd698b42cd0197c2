import { Problem } from '@coldkeep/contract/problem'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import { keepPicture } from '../photos/keep-picture'
import type { PhotoFiles } from '../photos/photo-files'
import { readPicture } from '../photos/read-picture'
import { type FileRow, insertFile, lockUnsentOf, selectFile } from './file-queries'
import { checkPdf } from './read-pdf'

/** Of one account, in messages that are being written. */
const MOST_UNSENT = 20

interface SentFile {
  readonly fileId: string
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Keeps a file for a message that is being written: a picture with nothing in it but what is seen, or a document. What it is
 * shows in its content, whatever it is called. The same file sent again is that file.
 * @throws Problem `bulletin.file_type`, `bulletin.file_script`, `bulletin.too_many_files`, `bulletin.taken`, and those of pictures
 */
export async function keepFile(
  db: Db,
  files: PhotoFiles,
  { user, now }: { readonly user: SignedIn; readonly now: EpochMs },
  { fileId, name, bytes }: SentFile,
): Promise<FileRow> {
  const known = await selectFile(db, fileId)
  if (known !== null) return ownFile(known, user)
  const kept = await keep(files, bytes)
  const row = await db.transaction().execute(async (trx) => {
    const unsent = await lockUnsentOf(trx, user.accountId)
    const same = await selectFile(trx, fileId)
    if (same !== null) return ownFile(same, user)
    if (unsent >= MOST_UNSENT) throw new Problem('bulletin.too_many_files', { most: MOST_UNSENT })
    const { type, size, sha256 } = kept
    const file = { fileId, accountId: user.accountId, name: nameFor(name, type), type }
    return insertFile(trx, { ...file, bytes: size, sha256, createdAt: now })
  })
  await kept.keepAgain()
  return row
}

function ownFile(row: FileRow, { accountId }: SignedIn): FileRow {
  if (row.accountId !== accountId) throw new Problem('bulletin.taken')
  return row
}

async function keep(files: PhotoFiles, bytes: Uint8Array) {
  const document = checkPdf(bytes)
  if (document.ok) {
    const sha256 = await files.keep(bytes)
    const keepAgain = async () => void ((await files.find(sha256)) ?? (await files.keep(bytes)))
    return { type: 'application/pdf', size: bytes.length, sha256, keepAgain }
  }
  if (document.problem === 'active') throw new Problem('bulletin.file_script')
  const picture = readPicture(bytes)
  if (!picture.ok && picture.problem === 'other') throw new Problem('bulletin.file_type')
  const { type, sha256, keepAgain } = await keepPicture(files, bytes)
  return { type, size: picture.ok ? picture.value.bytes.length : bytes.length, sha256, keepAgain }
}

const endings: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
}

/** The name that it came with, ending as what it is. */
export function nameFor(name: string, type: string): string {
  const allowed = endings[type] ?? []
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && allowed.includes(ending) ? name : `${name}.${allowed[0] ?? 'bin'}`
}
