import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { TestSigners } from './make-release'
import type { TestServer } from './test-server'

/** Uploads an image as the administrator does, and releases it. @returns its id */
export async function uploadReleased(
  server: Pick<TestServer, 'send'>,
  signers: TestSigners,
  how: { readonly version: string; readonly rollback: boolean; readonly type: string },
  image: Buffer,
): Promise<string> {
  const as = 'admin'
  const release = signers.sign(image, how)
  const body = { 'dev-type': how.type, name: `${how.version}.tgz`, size: image.length, release }
  const { id } = (await server.send('POST', '/api/v2/ver-update/uploads', { as, body })).body
  const headers = { 'content-type': 'application/octet-stream' }
  const path = `/api/v2/ver-update/uploads/${id}?offset=0`
  const file = (await server.send('POST', path, { as, body: image, headers })).body.image.id
  const state = { state: 'released' }
  await server.send('POST', `/api/v2/ver-update/history-files/${file}/state`, { as, body: state })
  return file
}

interface ReportedProgram {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly version: string
  readonly boot: string
  /** `null`: its program is older than updates. */
  readonly type: string | null
}

/** A terminal that is online with a program. */
export async function reportProgram(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  { storeId, terminalId, version, boot, type }: ReportedProgram,
): Promise<void> {
  const state = {
    ...{ program: version, firmwareVersion: version, boot, firmwareType: type },
    ...{ connection: 'online' as const, lastMessageAt: clock.now() },
  }
  await db
    .insertInto('terminalState')
    .values({ storeId, terminalId, ...state } as never)
    .onConflict((conflict) => conflict.columns(['storeId', 'terminalId']).doUpdateSet(state))
    .execute()
}
