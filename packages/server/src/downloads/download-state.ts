import type { downloadStates } from '@coldkeep/contract/areas/downloads'

export type DownloadState = (typeof downloadStates)[number]
