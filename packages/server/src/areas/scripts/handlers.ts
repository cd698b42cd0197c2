import type { Handlers } from '../../http/bind-call'
import { scriptCommandHandlers } from './command-handlers'
import { deploymentHandlers } from './deployment-handlers'
import { folderHandlers } from './folder-handlers'
import { limitHandlers } from './limit-handlers'

/** Script files: what is polled together, when it is in alarm, and which stores poll it. */
export const scriptHandlers = {
  ...folderHandlers,
  ...scriptCommandHandlers,
  ...limitHandlers,
  ...deploymentHandlers,
} satisfies Partial<Handlers>
