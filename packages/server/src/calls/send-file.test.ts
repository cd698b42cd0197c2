import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate as aMoment } from 'node:timers/promises'
import { file } from '@coldkeep/contract/content'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressAnswers } from '../http/compress'
import { sendFile } from './send-file'

async function* endless(): AsyncGenerator<string> {
  for (let line = 0; ; line++) {
    yield `${line},${'cold'.repeat(1000)}\n`
    await aMoment()
  }
}

test.each(['br', 'gzip', 'identity'])(
  'a reader who hangs up ends a file that is made while it is sent: %s',
  async (encoding) => {
    const stream = Readable.from(endless())
    const app = Fastify()
    compressAnswers(app)
    app.get('/', (request, reply) => sendFile(file('text/csv'), { from: 'stream', stream }, request, reply))
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const sent = request(address, { headers: { 'accept-encoding': encoding }, agent: false }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    await once(answer, 'data')
    answer.destroy()
    await expect.poll(() => stream.destroyed).toBe(true)
    await app.close()
  },
)
