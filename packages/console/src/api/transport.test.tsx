import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getProfile } from '@coldkeep/contract/areas/account'
import { signIn } from '@coldkeep/contract/areas/session'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setCaller } from './caller'
import { send } from './send'
import { exchange, setAnswerLanguage, setServiceAddress } from './transport'

/** What the service got, the last call last. */
const calls: { line: string; headers: IncomingHttpHeaders }[] = []
let service: Server

beforeAll(async () => {
  service = createServer((request, answer) => {
    calls.push({ line: `${request.method} ${request.url}`, headers: request.headers })
    answer.writeHead(500, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  setServiceAddress(`http://127.0.0.1:${(service.address() as AddressInfo).port}`)
})
afterAll(() => void service.close())
beforeEach(() => void calls.splice(0))

test('a call carries the token and the language, one without a session the language alone', async () => {
  setCaller({
    token: () => 'a.b.c',
    freshToken: async () => 'a.b.c',
    lacksFactor: () => false,
    signInEnded: () => undefined,
    reportFailure: () => undefined,
  })
  setAnswerLanguage('ja')
  await expect(send(getProfile, {})).rejects.toMatchObject({ status: 500 })
  setAnswerLanguage('zh-TW')
  await expect(exchange(signIn, { body: { pushToken: '' } })).rejects.toMatchObject({ status: 500 })
  expect(
    calls.map(({ line, headers: { authorization, language } }) => [line, authorization, language]),
  ).toEqual([
    ['GET /api/v2/account/profile', 'Bearer a.b.c', 'ja'],
    ['POST /api/v2/auth', undefined, 'zh-TW'],
  ])
})
