import type { DownloadId } from '@coldkeep/domain/ids'
import { makeStore } from '../../kit/store'

const KEY = 'coldkeep.downloads'
const watched = makeStore(read())

/** Orders of this window whose end is to be announced, on whatever page. They survive a reload. */
export const useWatchedDownloads = watched.use

export function watchDownload(id: DownloadId): void {
  if (!watched.get().includes(id)) keep([...watched.get(), id])
}

export function forgetDownloads(ids: readonly DownloadId[]): void {
  if (ids.length > 0) keep(watched.get().filter((id) => !ids.includes(id)))
}

function keep(next: readonly DownloadId[]): void {
  sessionStorage.setItem(KEY, next.join(','))
  watched.set(next)
}

function read(): readonly DownloadId[] {
  const text = sessionStorage.getItem(KEY) ?? ''
  return /^\d{1,15}(,\d{1,15})*$/.test(text) ? text.split(',').map((id) => Number(id) as DownloadId) : []
}
