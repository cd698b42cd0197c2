import type { WireDeployment, WireDeploymentStore } from '@coldkeep/contract/areas/deployments'
import type { JobId, PollScriptId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { createTranslator } from '@coldkeep/phrases/phrases'
import { expect, test } from 'vitest'
import { deploymentLog } from './deployment-log'

const t = createTranslator('en')
const START = new Date(2026, 10, 21, 9, 0, 0).getTime()
const patch: WireDeployment = {
  id: 1 as JobId,
  scriptFile: 2 as PollScriptId,
  scriptName: 'Every minute',
  mode: 'deploy',
  note: '',
  createdBy: 'Ada',
  createdAt: START,
  counts: [
    { state: 'active', stores: 1 },
    { state: 'refused', stores: 1 },
  ],
}
const step = (more: Partial<WireDeploymentStore>): WireDeploymentStore => ({
  store: { id: 1 as StoreId, code: 'N001', name: 'Alder Street' },
  terminalId: 'TB-1' as TerminalId,
  state: 'sent',
  revision: 4,
  faults: [],
  error: null,
  changedAt: START + 1_000,
  ...more,
})
const refused = step({
  store: { id: 2 as StoreId, code: 'N002', name: 'Birch Lane' },
  terminalId: null,
  state: 'refused',
  faults: [{ path: 'commands.2.unitId', code: 'deviceUnknown', message: 'The store has no such device.' }],
  changedAt: START,
})

test('a log begins with what was sent, has a line for each step, and ends with its sum', () => {
  const steps = [refused, step({}), step({ state: 'active', changedAt: START + 65_000 })]
  expect(
    deploymentLog({ patch, isEnded: true }, steps, t).map(({ time, text }) => `${time} ${text}`),
  ).toEqual([
    '2026-11-21 09:00:00 Sent: Every minute · 2 stores · Ada',
    '2026-11-21 09:00:00 N002 Birch Lane · refused · Row 3 The store has no such device.',
    '2026-11-21 09:00:01 N001 Alder Street · TB-1 · sent',
    '2026-11-21 09:01:05 N001 Alder Street · TB-1 · active',
    '2026-11-21 09:01:05 Ended: active 1, refused 1',
  ])
})

test('it has no end while lines are pending, and shows which lines need attention', () => {
  const lines = deploymentLog({ patch, isEnded: false }, [refused, step({})], t)
  expect(lines.map(({ isFault }) => isFault ?? false)).toEqual([false, true, false])
})
