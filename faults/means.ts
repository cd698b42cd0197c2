import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@coldkeep/server/db/connect'
import { IN_MEMORY } from '@coldkeep/server/db/embedded'
import { migratedTemplate } from '@coldkeep/server/testing/embedded-template'
import type { CleanUps } from './clean-ups'
import type { Means } from './fault'

/** What the rows need, made once. */
export async function makeMeans(cleanUps: CleanUps, databaseUrl: string | null): Promise<Means> {
  const file = await migratedTemplate()
  const template = () => new Uint8Array(readFileSync(file))
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-faults-'))
  cleanUps.add(() => rmSync(folder, { recursive: true, force: true }))
  await (await connect({ folder, template: template() })).close()
  const database = await connect({ folder: IN_MEMORY, template: template() })
  cleanUps.add(() => database.close())
  return { database, folder, databaseUrl }
}
