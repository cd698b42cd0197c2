import type { Handlers } from '../../http/bind-call'
import { selectTasks } from './queries'

export const systemHandlers = {
  listTasks: async ({ db }) => ({ tasks: await selectTasks(db) }),
} satisfies Pick<Handlers, 'listTasks'>
