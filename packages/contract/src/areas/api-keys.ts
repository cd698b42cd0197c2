import { pageKeys } from '@coldkeep/domain/access/page-key'
import type { ApiKeyId, DepartmentId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireInstant } from '../wire/instant'

/** The state of a key. `idle`: the account that made it is disabled or no longer holds its department. */
const apiKeyStates = ['active', 'idle', 'expired', 'revoked'] as const
export type ApiKeyState = (typeof apiKeyStates)[number]

/** A key lives at most so many days. */
export const MOST_KEY_DAYS = 366
/** Keys of one account that hold. */
export const MOST_KEYS = 100

const path = '/api/v2/api-key'

export const listApiKeys = defineCall({
  method: 'GET',
  path,
  access: ['2-2-4'],
  summary: 'API keys of the own department and those below, newest first.',
  answer: z.object({
    keys: z.array(
      z.object({
        id: wireId<ApiKeyId>(),
        name: z.string(),
        /** The beginning of the key, by which it is recognised. */
        begins: z.string(),
        account: z.string(),
        department: z.object({ id: wireId<DepartmentId>(), name: z.string() }),
        pages: z.array(z.enum(pageKeys)),
        state: z.enum(apiKeyStates),
        createdAt: wireInstant,
        expiresAt: wireInstant,
        lastUsedAt: z.nullable(wireInstant),
      }),
    ),
  }),
})

export const addApiKey = defineCall({
  method: 'POST',
  path,
  access: ['2-2-4'],
  summary: 'Makes an API key. It is shown this once, and holds no more than the account that makes it.',
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
    departmentId: as('department', wireId<DepartmentId>()),
    pages: z.array(z.enum(pageKeys)).check(z.minLength(1), z.maxLength(pageKeys.length)),
    expiresAt: wireInstant,
  }),
  answer: z.object({ id: wireId<ApiKeyId>(), key: z.string() }),
})

export const revokeApiKey = defineCall({
  method: 'DELETE',
  path: `${path}/{id}`,
  access: ['2-2-4'],
  summary: 'Ends an API key at once.',
  params: z.object({ id: wireId<ApiKeyId>() }),
  answer: z.object({}),
})
