import { cameraOrder, type PictureRefusal, pictureAddress } from '@coldkeep/contract/mqtt/camera-order'
import type { CommandResult } from '@coldkeep/contract/mqtt/command'
import type { OnlineMessage } from '@coldkeep/contract/mqtt/state'
import type { TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import type { Ground } from '../screen/canvas'
import { drawSalesFloor, drawTill } from './draw-scene'
import { encodeScene } from './encode-scene'
import type { StoreScene } from './store-scene'

export interface StoreCamerasParts {
  readonly terminalId: TerminalId
  readonly secret: string
  /** `null`: no address of the server is known, so that there are no cameras. */
  readonly serverUrl: string | null
  /** Of the store among all. */
  readonly index: number
  now(): EpochMs
  scene(): StoreScene
  report(id: string, result: Pick<CommandResult, 'st' | 'out' | 'err'>): void
}

interface StoreCamera {
  readonly id: string
  readonly name: string
  draw(scene: StoreScene): Ground
}

const SALES: StoreCamera = { id: 'sales', name: 'Sales floor', draw: drawSalesFloor }
const TILL: StoreCamera = { id: 'till', name: 'Till', draw: drawTill }
/** Of so many stores in a row one has no camera at its till. */
const ROW = 3

/** The cameras of a simulated store: what they see is drawn as the store is, when it is ordered. */
export class StoreCameras {
  readonly #parts: StoreCamerasParts

  constructor(parts: StoreCamerasParts) {
    this.#parts = parts
  }

  /** As the terminal reports them. */
  get names(): NonNullable<OnlineMessage['cams']> {
    return this.#cameras.map(({ id, name }) => ({ id, name }))
  }

  get #cameras(): readonly StoreCamera[] {
    const { serverUrl, index } = this.#parts
    if (serverUrl === null) return []
    return index % ROW === ROW - 1 ? [SALES] : [SALES, TILL]
  }

  /** Carries out `camera.snapshot`. */
  async take(id: string, arg: unknown): Promise<void> {
    const read = z.safeParse(cameraOrder, arg)
    if (!read.success) return this.#refuse(id, 'E_FORM', 'arguments not understood')
    const camera = this.#cameras.find((one) => one.id === read.data.cameraId)
    const { serverUrl, scene, now, report } = this.#parts
    if (camera === undefined || serverUrl === null)
      return this.#refuse(id, 'E_NO_CAMERA', 'no such camera is set up')
    const capturedAt = now()
    const bytes = await encodeScene(camera.draw(scene()))
    const facts = { capturedAt, unchangedSince: null, clockDifferenceMs: null }
    const problem = await this.#bring(`${serverUrl}${pictureAddress(read.data.url, facts)}`, bytes)
    if (problem !== null) return this.#refuse(id, 'E_UPLOAD', problem)
    report(id, { st: 'done', out: facts })
  }

  /** @returns why the server did not take it */
  async #bring(url: string, bytes: Uint8Array): Promise<string | null> {
    const { terminalId, secret } = this.#parts
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${terminalId}:${secret}`).toString('base64')}`,
          'content-type': 'image/jpeg',
        },
        body: Buffer.from(bytes),
      })
      await answer.body?.cancel()
      return answer.ok ? null : `status ${answer.status}`
    } catch (error) {
      return String(error).slice(0, 500)
    }
  }

  #refuse(id: string, code: PictureRefusal | 'E_FORM', text: string): void {
    this.#parts.report(id, { st: 'refused', err: { code, text } })
  }
}
