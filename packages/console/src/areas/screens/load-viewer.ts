/// <reference path="./novnc.d.ts" />
import type Viewer from '@novnc/novnc'
import address from './viewer?worker&url'
import { VIEWER_PLACE } from './viewer-place'

/**
 * noVNC is large, so it comes when a screen is first shown live or played. It is built apart, as a worker would be: it waits
 * for something at its top level, and a build with such a module splits all pages into many more files.
 */
export async function loadViewer(): Promise<typeof Viewer> {
  await import(/* @vite-ignore */ address)
  return Reflect.get(globalThis, VIEWER_PLACE) as typeof Viewer
}
