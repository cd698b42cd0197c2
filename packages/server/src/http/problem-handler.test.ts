import { Problem } from '@coldkeep/contract/problem'
import { wireId } from '@coldkeep/contract/wire/id'
import type { StoreId } from '@coldkeep/domain/ids'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rowChanged } from '../access/row-changed'
import { handleProblems } from './problem-handler'

async function answerTo(error: Error, language = 'en') {
  const app = Fastify()
  handleProblems(app)
  app.get('/', () => {
    throw error
  })
  const answer = await app.inject({ url: '/', headers: { language } })
  return { status: answer.statusCode, headers: answer.headers, ...answer.json() }
}

test('a refusal carries its code, its values in words, and the fields at fault', async () => {
  const problem = new Problem('period.too_long', { days: 62 }, { 'query.end': 'range' })
  expect(await answerTo(problem)).toMatchObject({
    status: 400,
    code: 'period.too_long',
    message: 'The period is too long. Choose at most 62 days.',
    fields: { 'query.end': 'range' },
  })
})

test('who changes a row that someone else changed in the meantime is told how it stands now, as lists tell it', async () => {
  const shape = z.object({ id: wireId<StoreId>(), revision: z.int() })
  expect(await answerTo(rowChanged(shape, { id: 7 as StoreId, revision: 3 }))).toMatchObject({
    status: 409,
    code: 'row.changed',
    message: 'Someone else changed this. Review the current values and save again.',
    present: { id: '7', revision: 3 },
  })
})

test('who is refused for a while is told how long in a header too', async () => {
  const { headers } = await answerTo(new Problem('request.too_many', { seconds: 7 }))
  expect(headers['retry-after']).toBe('7')
})

test('a refused token asks for a token, never for a password, which a browser would ask its user for', async () => {
  const { headers } = await answerTo(new Problem('session.expired'))
  expect(headers['www-authenticate']).toBe('Bearer')
})

test('a database that is away for a moment is no fault of ours: try again', async () => {
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01' })
  expect(await answerTo(lost)).toMatchObject({ status: 503, code: 'service.unavailable' })
})

test('anything else thrown is a fault, and its words stay here', async () => {
  const answer = await answerTo(new TypeError('secret is undefined'), 'ja')
  expect(answer).toMatchObject({ status: 500, code: 'internal' })
  expect(answer.message).not.toContain('secret')
})
