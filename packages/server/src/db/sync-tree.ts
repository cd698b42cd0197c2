import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Puts a folder, and everything below it unless `depth` is 0, on the disk. */
export function syncTree(path: string, { depth = Number.POSITIVE_INFINITY } = {}): void {
  if (depth > 0) {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) syncTree(join(path, entry.name), { depth: depth - 1 })
      else if (entry.isFile()) syncOne(join(path, entry.name))
    }
  }
  syncOne(path)
}

function syncOne(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
