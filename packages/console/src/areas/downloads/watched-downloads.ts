import type { DownloadId } from '@coldkeep/domain/ids'
import { useSyncExternalStore } from 'react'

const KEY = 'coldkeep.downloads'
const listeners = new Set<() => void>()
let watched: readonly DownloadId[] = read()

/** Orders of this window whose end is to be told, on whatever page. They survive a reload. */
export function useWatchedDownloads(): readonly DownloadId[] {
  return useSyncExternalStore(subscribe, () => watched)
}

export function watchDownload(id: DownloadId): void {
  if (!watched.includes(id)) keep([...watched, id])
}

export function forgetDownloads(ids: readonly DownloadId[]): void {
  if (ids.length > 0) keep(watched.filter((id) => !ids.includes(id)))
}

function keep(next: readonly DownloadId[]): void {
  watched = next
  sessionStorage.setItem(KEY, next.join(','))
  for (const listener of listeners) listener()
}

function read(): readonly DownloadId[] {
  const text = sessionStorage.getItem(KEY) ?? ''
  return /^\d{1,15}(,\d{1,15})*$/.test(text) ? text.split(',').map((id) => Number(id) as DownloadId) : []
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
