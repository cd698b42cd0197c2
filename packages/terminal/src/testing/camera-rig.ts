import type { CameraSettings } from '@coldkeep/contract/mqtt/camera-settings'
import type { TerminalSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import { epochMs } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { Cameras } from '../camera/cameras'
import { readSetup } from '../settings/read-setup'
import { systemTime } from '../time/system-time'
import type { Timekeeper } from '../time/timekeeper'
import { BoxFolder } from './box-folder'
import { SECRET } from './hub'
import { settingsWith } from './settings'
import { WebCamera } from './web-camera'

const URL = '/field/v1/pictures/01JDM3Z8Q4W7Y2K5N9T6R1V0XA'

interface Upload {
  readonly query: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

/** The cameras of a box whose settings are real files, and the server that they bring pictures to. */
export class CameraRig implements AsyncDisposable {
  readonly folder = new BoxFolder()
  readonly uploads: Upload[] = []
  /** What the server answers to an upload. */
  status = 201
  readonly #server: WebCamera
  cameras: Cameras | null = null

  private constructor(server: WebCamera) {
    this.#server = server
    server.answer = (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const query = Object.fromEntries(new URLSearchParams((request.url ?? '').split('?')[1]))
        this.uploads.push({ query, bytes: Buffer.concat(chunks) })
        response.writeHead(this.status).end('{}')
      })
    }
  }

  static async open(cameras: CameraSettings[], changes: Partial<TerminalSettings> = {}): Promise<CameraRig> {
    const rig = new CameraRig(await WebCamera.open())
    await rig.start(cameras, changes)
    return rig
  }

  /** The program starts, again where it ran. */
  async start(
    cameras: CameraSettings[],
    changes: Partial<TerminalSettings> = {},
    time: Timekeeper = systemTime,
  ): Promise<void> {
    this.cameras?.stop()
    const settingsPath = this.folder.write(settingsWith([], { scripts: [], cameras, ...changes }), SECRET)
    const setup = await readSetup({ settingsPath, dataFolder: this.folder.path, isInsecureAllowed: false })
    if (!setup.ok) throw new Error(`${setup.problem.path} ${setup.problem.why}`)
    const server = { url: this.#server.address, ca: null, user: 'TB-004217', secret: () => SECRET }
    this.cameras = new Cameras({ setup: setup.value, server, time, log: pino({ level: 'silent' }) })
  }

  async order(cameraId = 'sales') {
    if (this.cameras === null) throw new Error('the program does not run')
    return this.cameras.order({ cameraId, url: URL }, () => epochMs(Date.now()))
  }

  /** Of the last upload. */
  get last(): Upload {
    const last = this.uploads.at(-1)
    if (last === undefined) throw new Error('nothing came')
    return last
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cameras?.stop()
    await this.#server[Symbol.asyncDispose]()
    this.folder[Symbol.dispose]()
  }
}
