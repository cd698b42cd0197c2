// Node 20 starts a thread without the TypeScript loader of the main thread, and a test runner has another loader.
// So the thread loads its own, and this one file is no TypeScript.
import { tsImport } from 'tsx/esm/api'

await tsImport('./embedded-worker.ts', import.meta.url)
