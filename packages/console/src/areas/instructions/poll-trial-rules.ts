import type { PollCommandRow } from '@coldkeep/contract/areas/poll-commands'
import { testReply } from '@coldkeep/contract/areas/test-bench'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { benchFaults, type Trial } from './trial-rules'

export function pollTrialRules(command: PollCommandRow, t: Translate): CallRules<typeof testReply, Trial> {
  return {
    call: testReply,
    labels: { unitId: t('instructions.unitId'), replyHex: t('instructions.reply') },
    inputOf: ({ unitId, replyHex }) => ({ body: { command: command.id, unitId, replyHex } }),
    check: (trial) => benchFaults(trial, command, t),
  }
}
