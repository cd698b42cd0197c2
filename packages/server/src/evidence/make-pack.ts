import { CSV_START, csvLine } from '@coldkeep/contract/wire/csv'
import type { DeviceId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'
import { instantText } from '../wording/time-text'
import type { Words } from '../wording/words'
import { collectEvidence, type EvidenceQuery, type EvidenceVisitor } from './collect-evidence'
import { packTables } from './csv-tables'
import type { Evidence } from './evidence'
import { isOpenEvidence } from './evidence-breaches'
import type { EvidenceKey } from './evidence-key'
import { digestOf, KEY_FILE, MANIFEST_FILE, SIGNATURE_FILE, signManifest } from './manifest'
import { type PackFileWriter, PackFolder } from './pack-folder'
import { writePdf } from './pdf/draw-evidence'
import { readmeText } from './readme'
import { samplesHead, writeSamples } from './write-samples'
import { zipped } from './zip-folder'

export interface PackQuery extends EvidenceQuery {
  /** What people will call the file. */
  readonly packName: string
  readonly words: Words
  readonly key: EvidenceKey
  /** Days of the store that are read, of all. @throws to stop */
  progress(done: number, total: number): Promise<void> | void
}

/**
 * Makes a pack of evidence: a folder of files, a manifest with their hashes, a signature over it, all in one zip.
 * @param folder that does not exist yet; it is gone once the zip is read, or given up
 * @returns the zip, to be read once; `null` where nothing is insured
 */
export async function makePack(
  db: Db,
  query: PackQuery,
  folder: string,
): Promise<AsyncIterable<Uint8Array> | null> {
  const pack = new PackFolder(folder)
  try {
    const evidence = await writeData(db, pack, query)
    if (evidence === null) {
      await pack.remove()
      return null
    }
    await writePages(pack, evidence, query)
    await pack.put(KEY_FILE, query.key.publicPem)
    await seal(pack, evidence, query)
    return zipped(pack, evidence.madeAt)
  } catch (error) {
    await pack.remove()
    throw error
  }
}

/** Letters, digits and dashes alone: the name is typed behind a command. */
export function packNameOf(storeCode: string, first: string, last: string): string {
  const code = storeCode.replace(/[^A-Za-z0-9]+/g, '-')
  return `evidence-${code}-${first}${last === first ? '' : `_${last}`}.zip`
}

/** Samples as they are read, then the tables. */
async function writeData(db: Db, pack: PackFolder, query: PackQuery): Promise<Evidence | null> {
  const { words } = query
  const files = new Map<DeviceId, PackFileWriter>()
  let store: Evidence['store'] | null = null
  const visitor: EvidenceVisitor = {
    begin: async (begun) => {
      store = begun.store
    },
    day: async (device, day) => {
      let file = files.get(device.deviceId)
      if (file === undefined) {
        file = await pack.begin(`samples/device-${device.deviceId}.csv`)
        files.set(device.deviceId, file)
        await file.write(samplesHead(words))
      }
      if (store !== null) await writeSamples(file, db, store, device, day, words)
    },
    progress: query.progress,
  }
  try {
    const evidence = await collectEvidence(db, query, visitor)
    for (const file of files.values()) await file.close()
    if (evidence === null) return null
    for (const { path, rows } of packTables(evidence, words))
      await pack.put(path, `${CSV_START}${rows.map(csvLine).join('')}`)
    return evidence
  } catch (error) {
    for (const file of files.values()) await file.drop().catch(() => {})
    throw error
  }
}

async function writePages(pack: PackFolder, evidence: Evidence, query: PackQuery): Promise<void> {
  const { words, packName, key } = query
  const { fingerprint } = key
  const files = [...pack.files]
  const digest = digestOf(files)
  await writePdf(pack.pathOf('evidence.pdf'), evidence, { packName, files, digest, fingerprint }, words)
  await pack.addWritten('evidence.pdf')
  await pack.put('README.txt', readmeText(evidence, { packName, fingerprint }, words))
}

async function seal(pack: PackFolder, evidence: Evidence, { words, key }: PackQuery): Promise<void> {
  const { store, first, last, until, madeAt, madeBy } = evidence
  const { text, seal: signed } = signManifest(
    {
      format: 'coldkeep-evidence',
      version: 1,
      store: { id: store.storeId, code: store.code, name: store.name, zone: store.zone },
      first,
      last,
      judged_until: instantText(until),
      made_at: instantText(madeAt),
      made_by: madeBy,
      language: words.language,
      breaches: {
        open: evidence.breaches.filter(isOpenEvidence).length,
        closed: evidence.breaches.filter(({ record }) => record?.state === 'closed').length,
      },
      data_digest: digestOf(pack.files),
      files: pack.files,
    },
    key.privateKey,
  )
  await pack.put(MANIFEST_FILE, text)
  await pack.put(SIGNATURE_FILE, signed)
}
