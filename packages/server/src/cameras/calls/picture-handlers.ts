import { MOST_CAMERA_BYTES } from '@coldkeep/contract/mqtt/camera-settings'
import { Problem } from '@coldkeep/contract/problem'
import { epochMs } from '@coldkeep/domain/time/instant'
import type { Handlers } from '../../calls/bind-call'
import type { PhotoStore } from '../../photos/add-photo'
import { isAwaited, takePicture } from '../take-picture'

/** What the call with which terminals bring pictures needs. */
export interface PictureCallParts {
  readonly photos: PhotoStore
}

const COMMAND_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/

export function pictureHandlers({ photos }: PictureCallParts): Pick<Handlers, 'handOverPicture'> {
  return {
    handOverPicture: async ({ db, clock, terminal, params: { commandId }, query, body }) => {
      // one of another terminal cannot be told from one that is not there; its bytes are not read
      if (!COMMAND_ID.test(commandId) || !(await isAwaited({ db, clock }, terminal, commandId)))
        throw new Problem('route.unknown')
      const { takenAt, unchangedSince, clockDifferenceMs } = query
      const brought = {
        commandId,
        unchangedSince: unchangedSince === undefined ? null : epochMs(unchangedSince),
        capturedAt: epochMs(takenAt),
        clockDifferenceMs: clockDifferenceMs === undefined ? null : Number(clockDifferenceMs),
      }
      const isTaken = await takePicture({ db, clock, photos }, terminal, brought, await wholeOf(body))
      if (!isTaken) throw new Problem('route.unknown')
      return {}
    },
  }
}

/** @throws Problem `request.too_large` while it comes */
async function wholeOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > MOST_CAMERA_BYTES) throw new Problem('request.too_large', { limit: '8 MB' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
