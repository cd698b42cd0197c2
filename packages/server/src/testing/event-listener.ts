import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { basic, type TestServer } from './test-server'
import { PASSWORD } from './tiny-fleet'

interface ReceivedEvent {
  readonly event: string
  readonly data: string
}

export interface EventListener {
  /** All that was heard from the beginning to the first of which it is true; alarms and messages, not the sums between. */
  until(isLast: (received: ReceivedEvent) => boolean): Promise<readonly ReceivedEvent[]>
  leave(): void
}

/** Listens to the stream of a server that listens itself, as an account, from now on. */
export async function listenTo(server: TestServer, login: string): Promise<EventListener> {
  const { body } = await server.send('POST', '/api/v2/auth', { headers: basic(login, PASSWORD) })
  const headers = { authorization: `Bearer ${body.token}`, accept: 'text/event-stream' }
  // a line of its own, which ends with the listening
  const request = get(`${server.app.listeningOrigin}/api/v2/events`, { headers, agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`the stream was answered ${answer.statusCode}`)
  answer.setEncoding('utf8')
  let text = ''
  let came = () => {}
  answer.on('data', (part: string) => {
    text += part
    came()
  })
  const received = () =>
    text
      .split('\n\n')
      .slice(0, -1)
      .flatMap((block): ReceivedEvent[] => {
        const event = /^event: (.*)$/m.exec(block)?.[1]
        const data = /^data: (.*)$/m.exec(block)?.[1]
        return event === 'alarm' || event === 'notice' ? [{ event, data: data ?? '' }] : []
      })
  return {
    async until(isLast) {
      while (!received().some(isLast)) {
        await new Promise<void>((resolve) => {
          came = resolve
        })
      }
      return received()
    },
    leave: () => request.destroy(),
  }
}
