import { Problem } from '@coldkeep/contract/problem'
import type { Handlers } from '../../calls/bind-call'
import { hearEvents } from '../line/hear-line'
import type { Notices } from '../notices'

/** What the call that LINE makes needs. */
export interface LineCallParts {
  readonly notices: Pick<Notices, 'line'>
}

export function lineHandlers({ notices }: LineCallParts): Pick<Handlers, 'hearLine'> {
  return {
    hearLine: async ({ db, clock, body }) => {
      if (notices.line === null) throw new Problem('route.unknown')
      await hearEvents(body, notices.line, { db, clock })
      return {}
    },
  }
}
