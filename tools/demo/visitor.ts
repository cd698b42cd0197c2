import { type Answer, addressOf, type Call, type Input } from '@coldkeep/contract/call'
import { decodeWire, encodeWire, namesFromWire } from '@coldkeep/contract/wire/dialect'

/** Someone who is signed in at the demo's server: what people would have done by now goes through the same calls. */
export class Visitor {
  readonly #address: string
  readonly #token: string

  private constructor(address: string, token: string) {
    this.#address = address
    this.#token = token
  }

  /** @throws Error where the server refuses the sign-in */
  static async signIn(address: string, login: string, password: string): Promise<Visitor> {
    const response = await fetch(`${address}/api/v2/auth`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
    })
    if (!response.ok) throw new Error(`The sign-in of ${login} answered ${response.status}`)
    return new Visitor(address, ((await response.json()) as { token: string }).token)
  }

  /** @throws Error where the server refuses the call, with what it said */
  async call<C extends Call>(call: C, input: Partial<Input<C>> = {}): Promise<Answer<C>> {
    const { body } = input
    const params = input.params ?? ({} as Input<C>['params'])
    const query = input.query ?? ({} as Input<C>['query'])
    const response = await fetch(`${this.#address}${addressOf(call, params, query)}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        language: 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(encodeWire(call.body, body as never)) }),
    })
    const content: unknown = await response.json().catch(() => ({}))
    if (!response.ok) {
      throw new Error(`${call.method} ${call.path} answered ${response.status}: ${JSON.stringify(content)}`)
    }
    return (
      call.answerAsIs ? namesFromWire(call.answer, content) : decodeWire(call.answer, content)
    ) as Answer<C>
  }
}
