import { createHash } from 'node:crypto'
import { Problem } from '@coldkeep/contract/problem'
import type { FastifyRequest } from 'fastify'
import { parseBasic } from '../access/basic-credentials'
import { networkOf } from '../access/limit-attempts'
import type { Actor } from '../audit/add-audit'
import type { Refusal } from '../audit/refusals'
import type { RefusedCall } from '../calls/bind-call'
import type { Db } from '../db/connect'
import { selectNamed } from './account-queries'
import { RefusedIdentity } from './refused-identity'

/** A caller without an identity. What they typed is not kept: it may be a password in the wrong field. */
const UNIDENTIFIED: Actor = { accountId: null, name: '' }

/** Steps on the way to a sign-in, which are not refusals. */
const STEPS = ['session.required', 'session.expired', 'session.code_required', 'session.password_change']

/** What the audit is to know of a failed call: a refused sign-in or a refused right; of others nothing. */
export async function refusalOf(error: unknown, refused: RefusedCall, db: Db): Promise<Refusal | null> {
  if (!(error instanceof Problem)) return null
  const { name, call, request, user } = refused
  const address = networkOf(request.ip)
  const { code } = error
  if (user !== null) {
    if (error.status !== 403 || STEPS.includes(code)) return null
    const by = { accountId: user.accountId, name: user.name }
    const key = ['access', user.accountId, name, code].join(' ')
    return { key, by, kind: 'access.refused', subject: name, detail: { code, address } }
  }
  if (code === 'key.refused') {
    const key = ['key', address].join(' ')
    return { key, by: UNIDENTIFIED, kind: 'key.refused', subject: name, detail: { code, address } }
  }
  if (!code.startsWith('session.') || STEPS.includes(code)) return null
  if (error instanceof RefusedIdentity) {
    const by = error.account ?? UNIDENTIFIED
    const key = ['session', address, code, JSON.stringify(error.detail)].join(' ')
    const detail = { code, address, ...error.detail }
    return { key, by, kind: 'session.refused', subject: by.name, detail }
  }
  const typed = call.access === 'credentials' ? loginIn(request) : null
  const by = typed === null ? UNIDENTIFIED : await knownAccount(typed, db)
  // recorded apart whether the account exists or not: an answer that waits for a row reveals nothing by its
  // time
  const key = ['session', typed === null ? '' : hashOf(typed), address, code].join(' ')
  return { key, by, kind: 'session.refused', subject: by.name, detail: { code, address } }
}

function loginIn(request: FastifyRequest): string | null {
  return parseBasic(request.headers.authorization)?.login ?? null
}

/** What was typed is not kept, not even in memory: it may be a password. */
function hashOf(typed: string): string {
  return createHash('sha256').update(typed).digest('hex')
}

async function knownAccount(login: string, db: Db): Promise<Actor> {
  return (await selectNamed(db, login)) ?? UNIDENTIFIED
}
