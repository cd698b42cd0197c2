import { register } from 'tsx/esm/api'

// A thread does not inherit the loader of the thread that started it.
register()
await import('./work.ts')
