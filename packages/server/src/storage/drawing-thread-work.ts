import { serveWork } from '../tasks/work-threads'
import { drawSeries } from './draw-series'

serveWork(
  drawSeries,
  (drawn) => drawn.flatMap(({ timesMs, values }) => [timesMs.buffer, values.buffer]) as ArrayBuffer[],
)
