import { parentPort } from 'node:worker_threads'
import { type Drawing, type DrawnSeries, drawSeries } from './draw-series'

/** What a thread answers to one drawing: the series, or why there are none. */
export type DrawingAnswer = { readonly drawn: readonly DrawnSeries[] } | { readonly fault: string }

parentPort?.on('message', (drawing: Drawing) => {
  const answer = answerOf(drawing)
  const buffers =
    'drawn' in answer ? answer.drawn.flatMap(({ timesMs, values }) => [timesMs.buffer, values.buffer]) : []
  parentPort?.postMessage(answer, buffers)
})

function answerOf(drawing: Drawing): DrawingAnswer {
  try {
    return { drawn: drawSeries(drawing) }
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
