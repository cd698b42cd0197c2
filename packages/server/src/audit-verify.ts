import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readCsv } from './audit/audit-csv'
import { type Head, selectStart } from './audit/chain-queries'
import { sealAudit } from './audit/seal-audit'
import { type ChainReport, verifyChain } from './audit/verify-chain'
import { EVERYTHING, readSealed } from './audit-log/audit-queries'
import { connect, databaseOf } from './db/connect'
import { readEnv } from './env'

/**
 * `npm run audit-verify` goes through the audit of the database that the environment names, `npm run audit-verify --
 * audit.csv` through an exported file. `--anchor <position>:<hash>` holds it against a row that is known from a line of
 * the log. It ends with 0 where all holds, with 1 where a row is broken, with 2 where it could not look.
 */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { anchor: { type: 'string' } },
  })
  const anchor = values.anchor === undefined ? null : anchorOf(values.anchor)
  const [file] = positionals
  printReport(file === undefined ? await verifyDatabase(anchor) : await verifyFile(file, anchor))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

async function verifyFile(file: string, anchor: Head | null): Promise<ChainReport> {
  return verifyChain(readCsv(await readFile(file, 'utf8')), { start: null, anchor })
}

async function verifyDatabase(anchor: Head | null): Promise<ChainReport> {
  const settings = readEnv()
  if (!settings.ok) throw new Error(`${settings.problem.variable}: ${settings.problem.reason}`)
  const database = await connect(databaseOf(settings.value))
  try {
    const db = database.kysely
    await sealAudit(db)
    return await verifyChain(readSealed(db, EVERYTHING), { start: await selectStart(db), anchor })
  } finally {
    await database.close()
  }
}

function anchorOf(text: string): Head {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (position === undefined || hash === undefined) throw new Error('--anchor takes <position>:<hash>')
  return { position: Number(position), hash: Buffer.from(hash, 'hex') }
}

function printReport({ rows, first, head, gaps, broken }: ChainReport): void {
  if (broken !== null) {
    console.log(`Row ${broken.position} is broken: ${broken.reason}. ${rows} rows before it hold.`)
    process.exitCode = 1
    return
  }
  if (head === null) {
    console.log('There are no rows.')
    return
  }
  console.log(`${rows} rows hold, from ${first} to ${head.position}.`)
  if (gaps > 0) console.log(`In ${gaps} places rows are left out, as in a file of some departments or kinds.`)
  console.log(`Head: ${head.position}:${Buffer.from(head.hash).toString('hex')}`)
}
