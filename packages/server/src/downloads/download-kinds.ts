import type { DownloadKinds } from './download-kind'

/** Every kind of file that can be ordered. */
export const downloadKinds: DownloadKinds = {}
