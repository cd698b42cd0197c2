import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { basic, type TestServer } from './test-server'
import { PASSWORD } from './tiny-fleet'

interface HeardEvent {
  readonly event: string
  readonly data: string
}

export interface EventListener {
  /** All that was heard from the beginning to the first of which it is true; alarms and messages, not the sums between. */
  until(isLast: (heard: HeardEvent) => boolean): Promise<readonly HeardEvent[]>
  leave(): void
}

/** Listens to the stream of a server that listens itself, as an account, from now on. */
export async function listenTo(server: TestServer, login: string): Promise<EventListener> {
  const { body } = await server.send('POST', '/api/v2/auth', { headers: basic(login, PASSWORD) })
  const headers = { authorization: `Bearer ${body.token}`, accept: 'text/event-stream' }
  // a line of its own, which ends with the listening
  const asked = get(`${server.app.listeningOrigin}/api/v2/events`, { headers, agent: false })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`the stream was answered ${answer.statusCode}`)
  answer.setEncoding('utf8')
  let text = ''
  let came = () => {}
  answer.on('data', (part: string) => {
    text += part
    came()
  })
  const heard = () =>
    text
      .split('\n\n')
      .slice(0, -1)
      .flatMap((block): HeardEvent[] => {
        const event = /^event: (.*)$/m.exec(block)?.[1]
        const data = /^data: (.*)$/m.exec(block)?.[1]
        return event === 'alarm' || event === 'notice' ? [{ event, data: data ?? '' }] : []
      })
  return {
    async until(isLast) {
      while (!heard().some(isLast)) {
        await new Promise<void>((resolve) => {
          came = resolve
        })
      }
      return heard()
    },
    leave: () => asked.destroy(),
  }
}
