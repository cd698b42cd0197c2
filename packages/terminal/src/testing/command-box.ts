import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Bundle } from '@coldkeep/contract/mqtt/bundle'
import type { CommandResult, FieldCommand } from '@coldkeep/contract/mqtt/command'
import { packMessage } from '@coldkeep/contract/mqtt/envelope'
import { signMessage } from '@coldkeep/contract/mqtt/signed'
import type { TerminalSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { TimeAnswer } from '@coldkeep/contract/mqtt/time'
import { downTopic } from '@coldkeep/contract/mqtt/topics'
import { days } from '@coldkeep/domain/time/instant'
import { BoxFolder } from './box-folder'
import { Hub, SECRET, TERMINAL } from './hub'
import { type Behaviour, OddSlave } from './odd-slave'
import { airCommand, modbusTcp, settingsWith } from './settings'
import { commandBytes, commandId, newSigner, type Signer } from './signer'

/** What the server's HTTP side answers at a path: status and body. */
export type FileAnswer = (
  path: string,
  authorization: string,
  body: Buffer,
) => readonly [number, Buffer | string]

/**
 * A broker, an HTTP server, a device and the folder of a box that is configured for them and trusts a key.
 */
export class CommandBox implements AsyncDisposable {
  readonly signer: Signer = newSigner()
  readonly folder = new BoxFolder()
  /** Uploads and requests, by path. */
  readonly requests: { readonly path: string; readonly authorization: string; readonly body: Buffer }[] = []
  readonly files = new Map<string, Buffer>()
  answer: FileAnswer = (path) => {
    const file = this.files.get(path)
    return file ? [200, file] : [404, '{}']
  }
  /** The server's clock; null: it never reports the time. */
  clock: (() => number) | null = () => Date.now()
  /** Nonces of the time requests, in the order of arrival. */
  readonly questions: string[] = []
  readonly hub: Hub
  readonly slave: OddSlave
  readonly #server: Server

  private constructor(hub: Hub, slave: OddSlave) {
    this.hub = hub
    this.slave = slave
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const path = request.url ?? ''
      const authorization = request.headers.authorization ?? ''
      const body = Buffer.concat(chunks)
      this.requests.push({ path, authorization, body })
      const [status, content] = this.answer(path, authorization, body)
      response.writeHead(status).end(content)
    })
  }

  static async start(behaviour: Behaviour): Promise<CommandBox> {
    let made: CommandBox | null = null
    const hub = await Hub.start({
      onState(state) {
        if (state.on === 1 && state.ask !== undefined) made?.receiveQuestion(state.ask)
      },
      onReadings: ({ message }, server) => server.acknowledge(message.e, [message.s], { g: 8 }),
      onReport: ({ message }, server) => server.acknowledge(message.e, [message.s], { g: 8 }),
    })
    const box = new CommandBox(hub, await OddSlave.start(behaviour))
    made = box
    await new Promise<void>((resolve) => box.#server.listen(0, '127.0.0.1', resolve))
    return box
  }

  get serverUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** @returns where the settings lie */
  write(changes: Partial<TerminalSettings> = {}): string {
    return this.folder.write(
      settingsWith([airCommand()], {
        brokerUrls: [this.hub.url],
        serverUrl: this.serverUrl,
        commandKeys: [this.signer.trusted],
        ports: [modbusTcp(this.slave.port)],
        scripts: [{ name: 'cases', periodSeconds: 1, commands: [airCommand()] }],
        ...changes,
      }),
      SECRET,
    )
  }

  send(number: number, changes: Partial<FieldCommand>, signer = this.signer): void {
    this.hub.send(downTopic(TERMINAL, 'cmd'), commandBytes(signer, number, changes))
  }

  receiveQuestion(nonce: string): void {
    this.questions.push(nonce)
    if (this.clock !== null) this.answerTime(nonce, this.clock())
  }

  answerTime(nonce: string, now: number, changes: Partial<TimeAnswer> = {}, signer = this.signer): void {
    const answer: TimeAnswer = { v: 1, op: 'time.tell', tid: TERMINAL, nonce, now, ...changes }
    this.hub.send(downTopic(TERMINAL, 'time'), packMessage(signMessage(answer, signer)))
  }

  /** What the terminal reported of a command, in the order of arrival. */
  results(number: number): CommandResult[] {
    return this.hub.reports.flatMap((report) =>
      report.channel === 'res' && report.message.id === commandId(number) ? [report.message] : [],
    )
  }

  ends(number: number): CommandResult[] {
    return this.results(number).filter(({ st }) => st !== 'accepted' && st !== 'progress')
  }

  /** Puts a bundle where it is fetched. */
  publish(bundle: Bundle | Buffer, rev = 'rev' in bundle ? bundle.rev : 0) {
    const body = Buffer.isBuffer(bundle) ? bundle : Buffer.from(JSON.stringify(bundle))
    const sha256 = createHash('sha256').update(body).digest('hex')
    const url = `/field/v1/bundles/${sha256}`
    this.files.set(url, body)
    return { rev, sha256, size: body.length, url }
  }

  want(number: number, address: object, tid = TERMINAL): void {
    const content = { v: 1, id: commandId(number), tid, exp: Date.now() + days(7), ...address }
    this.hub.send(downTopic(TERMINAL, 'cfg'), packMessage(signMessage(content, this.signer)), true)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.hub[Symbol.asyncDispose]()
    await this.slave[Symbol.asyncDispose]()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    this.folder[Symbol.dispose]()
  }
}

/** Polls the case once a second, or as changed. */
export function bundleOf(rev: number, port: number, changes: Partial<Bundle> = {}): Bundle {
  const { ports, scripts } = settingsWith([airCommand()], {
    ports: [modbusTcp(port)],
    scripts: [{ name: 'cases', periodSeconds: 1, commands: [airCommand()] }],
  })
  return { v: 1, tid: TERMINAL, rev, ports, scripts, ...changes }
}
