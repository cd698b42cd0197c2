import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { searchDevices } from '@coldkeep/contract/areas/devices'
import { expect, test } from 'vitest'
import { exchange, setServiceAddress } from './transport'
import { whenFree } from './when-free'

/** A service that refuses a number of requests before it answers, and how many it received. */
async function service(refusals: number, code: string, retryAfter: string) {
  let requestCount = 0
  const server = createServer((_, reply) => {
    requestCount += 1
    const isRefused = requestCount <= refusals
    const problem = { code, message: 'Too many requests at once.', request_id: 'r' }
    reply.writeHead(isRefused ? 429 : 200, {
      'content-type': 'application/json',
      ...(isRefused && { 'retry-after': retryAfter }),
    })
    reply.end(JSON.stringify(isRefused ? problem : []))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  setServiceAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return { requestCount: () => requestCount, close: () => new Promise((closed) => server.close(closed)) }
}

const search = () => exchange(searchDevices, { query: { search: 'freezer' } })
const callUntilFree = (signal?: AbortSignal) => search().catch((refusal) => whenFree(search, refusal, signal))

test('a call is made again when the service has its hands free', async () => {
  const { requestCount, close } = await service(2, 'request.busy', '0')
  expect(await callUntilFree()).toEqual([])
  expect(requestCount()).toBe(3)
  await close()
})

test('a service that stays busy is not retried forever, and one busy for long is left to the reader', async () => {
  const busy = await service(9, 'request.busy', '0')
  await expect(callUntilFree()).rejects.toMatchObject({ status: 429, code: 'request.busy' })
  expect(busy.requestCount()).toBe(4)
  await busy.close()
  const long = await service(9, 'request.too_many', '600')
  await expect(callUntilFree()).rejects.toMatchObject({ code: 'request.too_many' })
  expect(long.requestCount()).toBe(1)
  await long.close()
})

test('who no longer wants the answer is not kept waiting', async () => {
  const { requestCount, close } = await service(9, 'request.busy', '9')
  const abandoned = new AbortController()
  const answer = callUntilFree(abandoned.signal)
  const refused = expect(answer).rejects.toBe('left')
  abandoned.abort('left')
  await refused
  expect(requestCount()).toBeLessThan(2)
  await close()
})
