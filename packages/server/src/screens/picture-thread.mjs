// A thread does not inherit the loader of TypeScript from the thread that started it.
import { register } from 'tsx/esm/api'

register()
await import('./picture-thread-work.ts')
