import * as z from 'zod/mini'
import { defineCall } from '../call'
import { wireInstant } from '../wire/instant'

export const taskKinds = ['history', 'migration', 'compaction', 'analysis', 'retention'] as const
const taskStates = ['waiting', 'running', 'done', 'failed'] as const

/** Work of the server that takes longer than a second, and how far it is. */
export const listTasks = defineCall({
  method: 'GET',
  path: '/api/v2/system/tasks',
  access: ['2-2-4'],
  summary: 'Long-running work of the server with its progress, newest first.',
  answer: z.object({
    tasks: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(taskKinds),
        state: z.enum(taskStates),
        /** Steps done and in all; what a step is depends on the kind. */
        done: z.int(),
        total: z.int(),
        startedAt: z.nullable(wireInstant),
        endedAt: z.nullable(wireInstant),
        message: z.nullable(z.string()),
      }),
    ),
  }),
})
