import type { Handlers } from '../../calls/bind-call'
import { type DeploymentCallParts, deploymentHandlers } from './deployment-handlers'
import { folderHandlers } from './folder-handlers'
import { limitHandlers } from './limit-handlers'
import { scriptCommandHandlers } from './script-command-handlers'

/** Script files: what is polled together, when it is in alarm, and which stores poll it. */
export function scriptHandlers(parts: DeploymentCallParts) {
  return {
    ...folderHandlers,
    ...scriptCommandHandlers,
    ...limitHandlers,
    ...deploymentHandlers(parts),
  } satisfies Partial<Handlers>
}
