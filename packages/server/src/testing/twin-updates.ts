import { reportProgram } from './firmware-rig'
import { insertPausedUpdate, insertReleased, type PlantedTarget, TERMINAL_TYPE } from './plant/plant-updates'
import type { TestServer } from './test-server'
import type { TinyStore } from './tiny-fleet'

/**
 * An update job of stores that are seen at both sites, and of those that are not. Why it rests names what is not seen, and
 * so does how many have failed there.
 * @param elsewhere stores of other departments; none where equipment is withheld
 */
export async function plantUpdates(
  server: TestServer,
  elsewhere: readonly TinyStore[],
  factor: number,
): Promise<void> {
  const { alder, birch } = server.fleet.stores
  const imageId = await insertReleased(server, '1.2.0')
  const report = ({ storeId, terminalId }: TinyStore, version: string) =>
    reportProgram(server, { storeId, terminalId, version, boot: '00000000000000aa', type: TERMINAL_TYPE })
  for (const store of [alder, birch]) await report(store, '1.1.0')
  for (const store of elsewhere) await report(store, `1.0.${factor}`)
  const foreign = elsewhere.map((store): PlantedTarget => ({ store, wave: 1, state: 'failed' }))
  const about =
    elsewhere.length === 0
      ? { kind: 'model' as const, name: `Unseen model ${factor}` }
      : { kind: 'hardware' as const, name: `Unseen box ${factor}` }
  const failed = 1 + elsewhere.length
  await insertPausedUpdate(server, {
    imageId,
    targets: [
      { store: alder, wave: 1, state: 'done' },
      { store: birch, wave: 2, state: 'failed' },
      ...foreign,
    ],
    pausedFor: { kind: 'failed_share', failed, terminals: 2 + elsewhere.length, about },
    note: 'both of them',
  })
  if (elsewhere.length === 0) return
  const pausedFor = { kind: 'failed_count' as const, failed: factor, terminals: 2 * factor, about }
  await insertPausedUpdate(server, { imageId, targets: foreign, pausedFor, note: `Unseen ${factor}` })
}
