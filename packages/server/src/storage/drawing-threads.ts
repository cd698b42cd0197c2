import { openWorkThreads, type WorkThreads } from '../tasks/work-threads'
import type { Drawing, DrawnSeries } from './draw-series'

/** Draws series; fails where stored readings are damaged. */
export type DrawingThreads = WorkThreads<Drawing, readonly DrawnSeries[]>

export function openDrawingThreads(most: number): DrawingThreads {
  return openWorkThreads(new URL('./drawing-thread.mjs', import.meta.url), most)
}
