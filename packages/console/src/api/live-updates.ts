import { makeStore } from '../kit/store'

const isPaused = makeStore(false)

/** Whether the reader has stopped figures from changing by themselves, until the page is left or loaded again. */
export const useLiveUpdatesPaused = isPaused.use
export const pauseLiveUpdates = isPaused.set
