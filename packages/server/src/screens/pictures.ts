import { openWorkThreads, type WorkThreads } from '../tasks/work-threads'
import type { ScreenPicture } from './screen-picture'

/** Make pictures of screens as files. */
export type PictureThreads = WorkThreads<ScreenPicture, Uint8Array>

export function openPictureThreads(most: number): PictureThreads {
  return openWorkThreads(new URL('./picture-thread.mjs', import.meta.url), most)
}
