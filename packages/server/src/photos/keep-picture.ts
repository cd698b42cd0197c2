import { Problem } from '@coldkeep/contract/problem'
import type { ProblemCode } from '@coldkeep/contract/problem-status'
import type { PhotoFiles } from './photo-files'
import type { Picture, PictureProblem } from './picture'
import { readPicture } from './read-picture'

/** A picture whose file is there, with nothing in it but what is seen. */
export interface KeptPicture extends Pick<Picture, 'type' | 'width' | 'height'> {
  readonly sha256: Uint8Array
  /** Once a row names the file: it may have been tidied away in the meantime. */
  keepAgain(): Promise<void>
}

const problems: Readonly<Record<PictureProblem, ProblemCode>> = {
  heic: 'photo.heic',
  other: 'photo.type',
  damaged: 'photo.damaged',
  pixels: 'photo.pixels',
}

/** @throws Problem `photo.heic`, `photo.type`, `photo.damaged`, `photo.pixels`, `photo.disk_full` */
export async function keepPicture(files: PhotoFiles, sent: Uint8Array): Promise<KeptPicture> {
  const picture = readPicture(sent)
  if (!picture.ok) throw new Problem(problems[picture.problem])
  const { type, width, height, bytes } = picture.value
  const sha256 = await files.keep(bytes)
  return {
    ...{ type, width, height, sha256 },
    async keepAgain() {
      if ((await files.find(sha256)) === null) await files.keep(bytes)
    },
  }
}
