import { type Answer, addressOf, type Call, type CallTarget, type Input } from '@coldkeep/contract/call'
import type { Bytes } from '@coldkeep/contract/content'
import { decodeWire, encodeWire, namesFromWire } from '@coldkeep/contract/wire/dialect'
import type * as z from 'zod/mini'

type Shape = z.ZodMiniType

/** A call that is sent a file, or a part of one. */
type ByteCall = Call<Shape, Shape, Bytes, Shape>

/** What a request carries; `null`: nothing. */
type Sent = { readonly type: string; readonly body: string | Uint8Array<ArrayBuffer> } | null

interface Credentials {
  readonly login: string
  readonly password: string
}

/** Someone who is signed in at the demo's server: what people would have done by now goes through the same calls. */
export class Visitor {
  readonly #address: string
  readonly #credentials: Credentials
  #token = ''

  private constructor(address: string, credentials: Credentials) {
    this.#address = address
    this.#credentials = credentials
  }

  /** @throws Error where the server refuses the sign-in */
  static async signIn(address: string, login: string, password: string): Promise<Visitor> {
    const visitor = new Visitor(address, { login, password })
    await visitor.#signIn()
    return visitor
  }

  async #signIn(): Promise<void> {
    const { login, password } = this.#credentials
    const response = await fetch(`${this.#address}/api/v2/auth`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
    })
    if (!response.ok) throw new Error(`The sign-in of ${login} answered ${response.status}`)
    this.#token = ((await response.json()) as { token: string }).token
  }

  /** @throws Error where the server refuses the call, with what it said */
  async call<C extends Call>(call: C, input: Partial<Input<C>> = {}): Promise<Answer<C>> {
    const { body } = input
    const text = body === undefined ? null : JSON.stringify(encodeWire(call.body, body as never))
    return this.#send(call, input, text === null ? null : { type: 'application/json', body: text })
  }

  /** The same with bytes. */
  async callWithBytes<C extends ByteCall>(
    call: C,
    target: CallTarget<C>,
    body: Uint8Array<ArrayBuffer>,
  ): Promise<z.output<C['answer']>> {
    return this.#send(call, target, { type: call.body.type, body })
  }

  async #send<C extends Call | ByteCall>(
    call: C,
    target: Partial<CallTarget<C>>,
    sent: Sent,
  ): Promise<z.output<C['answer']>> {
    const params = target.params ?? ({} as CallTarget<C>['params'])
    const query = target.query ?? ({} as CallTarget<C>['query'])
    const send = () =>
      fetch(`${this.#address}${addressOf(call, params, query)}`, {
        method: call.method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          language: 'en',
          ...(sent !== null && { 'content-type': sent.type }),
        },
        ...(sent !== null && { body: sent.body }),
      })
    let response = await send()
    // a token is good for some minutes, and somebody may be here for longer
    if (response.status === 401) {
      await this.#signIn()
      response = await send()
    }
    const content: unknown = await response.json().catch(() => ({}))
    if (!response.ok) {
      throw new Error(`${call.method} ${call.path} answered ${response.status}: ${JSON.stringify(content)}`)
    }
    const read = call.answerAsIs ? namesFromWire(call.answer, content) : decodeWire(call.answer, content)
    return read as z.output<C['answer']>
  }
}
