import { type CameraOrder, type PictureFacts, pictureAddress } from '@coldkeep/contract/mqtt/camera-order'
import type { CameraSettings } from '@coldkeep/contract/mqtt/camera-settings'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { type EpochMs, epochMs, later, seconds } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Outcome } from '../command/command-runner'
import { callServer, describeFailure, type ServerAccess } from '../command/server-request'
import type { Setup } from '../settings/read-setup'
import type { Timekeeper } from '../time/timekeeper'
import { cleanPicture } from './clean-picture'
import { type CameraProblem, TAKEN_WITHIN_MS } from './raw-picture'
import { SeenPictures } from './seen-pictures'
import { takeRaw } from './take-raw'

/** A picture is of the moment in which it was ordered, give or take so much. */
const NEAR_MS = seconds(10)

export interface CamerasParts {
  readonly setup: Pick<Setup, 'settings' | 'cameraSecrets' | 'dataFolder'>
  readonly server: ServerAccess | null
  readonly time: Timekeeper
  readonly log: Logger
}

/** A picture as it may leave the store, with what is known of it. */
interface ReadyPicture extends PictureFacts {
  readonly bytes: Uint8Array
}

/** The cameras of the store: brings one picture of one of them to the server at an order, masked. */
export class Cameras {
  readonly #parts: CamerasParts
  readonly #seen: SeenPictures
  readonly #ends = new AbortController()
  /** What a next one waits for: of a camera, and of the cleaning, which takes much memory. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(parts: CamerasParts) {
    this.#parts = parts
    this.#seen = new SeenPictures(parts.setup.dataFolder, parts.log)
  }

  get #cameras(): readonly CameraSettings[] {
    return this.#parts.setup.settings.cameras ?? []
  }

  /** @param now by the server's clock */
  async order({ cameraId, url }: CameraOrder, now: () => EpochMs): Promise<Outcome> {
    const { server } = this.#parts
    const camera = this.#cameras.find(({ id }) => id === cameraId)
    if (camera === undefined) return refused({ code: 'E_NO_CAMERA', text: 'no such camera is set up' })
    if (server === null) return refused({ code: 'E_NO_SERVER', text: 'no address of the server is known' })
    const ready = await this.#take(camera, now)
    if (this.#ends.signal.aborted)
      return { st: 'failed', err: { code: 'E_RESTART', text: 'the program ended meanwhile' } }
    if (!ready.ok) return refused(ready.problem)
    const { bytes, ...facts } = ready.value
    const sent = await callServer(server, {
      method: 'POST',
      path: pictureAddress(url, facts),
      body: { type: 'image/jpeg', bytes },
      mostBytes: 64 * 1024,
    })
    if (!sent.ok) return { st: 'failed', err: { code: 'E_UPLOAD', text: describeFailure(sent.problem) } }
    return { st: 'done', out: facts }
  }

  /** Ends what is under way. */
  stop(): void {
    this.#ends.abort()
  }

  async #take(camera: CameraSettings, now: () => EpochMs): Promise<Result<ReadyPicture, CameraProblem>> {
    const { setup, time } = this.#parts
    const orderedAt = now()
    const limit = new AbortController()
    const signal = AbortSignal.any([limit.signal, this.#ends.signal])
    const forget = time.after(TAKEN_WITHIN_MS, () => limit.abort())
    const raw = await this.#inTurn(camera.id, () => takeRaw(camera, { setup, time, now }, signal)).finally(
      forget,
    )
    if (!raw.ok) return raw
    const { bytes, ageMs, clockDifferenceMs } = raw.value
    const capturedAt = later(now(), -ageMs)
    if (Math.abs(capturedAt - orderedAt) > NEAR_MS)
      return fail({ code: 'E_STALE', text: `the picture is ${Math.round(ageMs / 1000)} s old` })
    const clean = await this.#inTurn('', () => cleanPicture(bytes, camera.masks))
    if (!clean.ok) return clean
    const unchangedSince = this.#seen.look(camera.id, bytes, capturedAt)
    return ok({
      bytes: clean.value,
      capturedAt: epochMs(Math.round(capturedAt)),
      unchangedSince,
      clockDifferenceMs,
    })
  }

  async #inTurn<Value>(of: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#turns.get(of)
    const mine = (before ?? Promise.resolve()).then(work, work)
    this.#turns.set(of, mine)
    return mine
  }
}

function refused(err: CameraProblem): Outcome {
  return { st: 'refused', err }
}
