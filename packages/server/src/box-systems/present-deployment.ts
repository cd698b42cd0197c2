import { fetchBoxArtifact, type getBoxDeployment } from '@coldkeep/contract/areas/ddi'
import { type Answer, addressOf } from '@coldkeep/contract/call'
import type { BoxType } from '@coldkeep/domain/firmware/box-installation'
import type { TerminalId } from '@coldkeep/domain/ids'
import type { Client } from '../calls/client'
import type { BoxImage } from '../firmware/box-install-queries'

/** By which its programs know their files: SWUpdate passes over all others. */
const endings: Readonly<Record<BoxType, string>> = { 'box-swupdate': 'swu', 'box-rauc': 'raucb' }

/** What the file of an image is called for boxes, however it was called when it was uploaded. */
export function artifactName({ type, version }: Pick<BoxImage, 'type' | 'version'>): string {
  return `${type}-${version}.${endings[type]}`
}

/**
 * Where a box has reached the server, and reaches its files: the address of the console where it came by that name,
 * since a proxy before the server may have taken TLS off.
 */
export function originFor(
  { protocol, host }: Pick<Client, 'protocol' | 'host'>,
  publicUrl: string | null,
): string {
  const known = publicUrl === null ? null : new URL(publicUrl)
  return known?.host === host ? known.origin : `${protocol}://${host}`
}

/** @param update `skip`: only to be reported on */
export function presentDeployment(
  image: BoxImage,
  terminalId: TerminalId,
  origin: string,
  update: 'forced' | 'skip',
): Answer<typeof getBoxDeployment> {
  const { jobId, imageId, type, version, size, sha1, md5, sha256 } = image
  const filename = artifactName(image)
  const href = `${origin}${addressOf(fetchBoxArtifact, { terminalId, moduleId: imageId, filename }, {})}`
  const links = { ...(href.startsWith('https:') && { download: { href } }), downloadHttp: { href } }
  const artifact = { filename, hashes: { sha1, md5, sha256 }, size, links }
  return {
    id: String(jobId),
    deployment: {
      ...{ download: update, update },
      chunks: [{ part: 'os', version, name: type, artifacts: [artifact] }],
    },
  }
}
