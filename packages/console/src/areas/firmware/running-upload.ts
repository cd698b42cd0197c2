import {
  cancelFirmwareUpload,
  listFirmwareImages,
  listFirmwareTypes,
  type WireFirmwareImage,
} from '@coldkeep/contract/areas/firmware-images'
import { CallProblem, isWithoutAnswer } from '../../api/call-problem'
import { markStale } from '../../api/mark-stale'
import { send } from '../../api/send'
import { makeStore } from '../../kit/store'
import type { ChosenRelease } from './read-release'
import { FileGone, uploadImage } from './upload-image'

export interface UploadFiles {
  readonly image: File
  readonly release: ChosenRelease
}

/** Why an upload has ended without an image: the words of the service, or one of ours. */
type UploadEnd = { readonly words: string } | 'lineBroken' | 'fileGone'

/** The upload of this window. */
export interface ShownUpload {
  readonly files: UploadFiles
  /** Known once it has begun. */
  readonly id: string | null
  /** Bytes that the service has. */
  readonly kept: number
  /** How many of them were there when it began; 0: none. */
  readonly keptBefore: number
  readonly isBroken: boolean
  /** `null` while it is under way. */
  readonly end: WireFirmwareImage | UploadEnd | null
}

const shown = makeStore<ShownUpload | null>(null)
let controller = new AbortController()

/** It goes on while its page is left. */
export const useUpload = shown.use

export function isImage(end: ShownUpload['end']): end is WireFirmwareImage {
  return end !== null && typeof end === 'object' && 'version' in end
}

/** Begins an upload, or goes on with one of the same files that has ended early, here or before a reload. */
export async function startUpload(files: UploadFiles): Promise<void> {
  controller.abort()
  controller = new AbortController()
  const { signal } = controller
  const change = (patch: Partial<ShownUpload>) => {
    const upload = shown.get()
    if (!signal.aborted && upload !== null) shown.set({ ...upload, ...patch })
  }
  shown.set({ files, id: null, kept: 0, keptBefore: 0, isBroken: false, end: null })
  window.addEventListener('beforeunload', holdBack)
  const { type, release } = files.release
  try {
    const image = await uploadImage(
      { type, name: files.image.name, release, file: files.image },
      {
        signal,
        onKept: ({ id, offset }) => {
          const isFirst = shown.get()?.id === null
          change({ id, kept: offset, isBroken: false, ...(isFirst && { keptBefore: offset }) })
        },
        onBroken: () => change({ isBroken: true }),
      },
    )
    change({ end: image })
    markStale([listFirmwareTypes, listFirmwareImages])
  } catch (problem) {
    change({ end: endOf(problem) })
  } finally {
    if (!signal.aborted) window.removeEventListener('beforeunload', holdBack)
  }
}

/** Gives up what is under way, and lets the service remove what it has of it. */
export async function cancelUpload(): Promise<void> {
  const id = shown.get()?.id ?? null
  forgetUpload()
  // what is not removed now is removed by the service later
  if (id !== null) await send(cancelFirmwareUpload, { params: { uploadId: id } }).catch(() => undefined)
}

/** Shows nothing of it any more. */
export function forgetUpload(): void {
  controller.abort()
  window.removeEventListener('beforeunload', holdBack)
  shown.set(null)
}

function endOf(problem: unknown): UploadEnd {
  if (problem instanceof FileGone) return 'fileGone'
  if (problem instanceof CallProblem && !isWithoutAnswer(problem)) return { words: problem.message }
  if (!(problem instanceof CallProblem)) reportError(problem)
  return 'lineBroken'
}

/** Closing the window would end it. */
function holdBack(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
