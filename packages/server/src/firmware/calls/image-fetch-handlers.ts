import { Problem } from '@coldkeep/contract/problem'
import type { Handlers } from '../../calls/bind-call'
import { isOrdered } from '../install-queries'
import type { FirmwareStore } from '../take-upload'

/** Calls for terminals alone: what they are to install. */
export function imageFetchHandlers({
  firmware,
}: {
  readonly firmware: Pick<FirmwareStore, 'files'>
}): Pick<Handlers, 'fetchFirmware'> {
  return {
    fetchFirmware: async ({ db, terminal, params: { sha256 } }) => {
      // one that was not ordered cannot be told from one that is not there
      const isTheirs = /^[0-9a-f]{64}$/.test(sha256) && (await isOrdered(db, terminal, sha256))
      if (!isTheirs || !(await firmware.files.has(sha256))) throw new Problem('route.unknown')
      const { folder } = firmware.files
      return { from: 'disk', folder, fileName: sha256, name: sha256, type: null, etag: `"${sha256}"` }
    },
  }
}
