import type { getScreenRecording } from '@coldkeep/contract/areas/screens'
import type { Answer } from '@coldkeep/contract/call'

/** A session with the pieces of its recording. */
export type Recording = Answer<typeof getScreenRecording>
