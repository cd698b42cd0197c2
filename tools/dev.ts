import { spawn } from 'node:child_process'
import { createServer, resolveConfig } from 'vite'
import { root } from './steps/run-command'

const PAGE_PORT = 5173
const port = process.env.PORT ?? '8080'
const consoleFolder = `${root}packages/console`

/** Server and console side by side; either starts again, or reloads, when its files change. */
const server = spawn(
  'tsx',
  ['watch', '--clear-screen=false', '--exclude', 'packages/console/**', 'tools/dev-server.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PORT: port } },
)
server.once('exit', (code) => process.exit(code ?? 0))

const { server: settings } = await resolveConfig({ root: consoleFolder }, 'serve')
const served = Object.keys(settings.proxy ?? {})
const page = await createServer({
  root: consoleFolder,
  server: {
    port: PAGE_PORT,
    proxy: Object.fromEntries(served.map((path) => [path, `http://127.0.0.1:${port}`])),
  },
})
await page.listen()
page.printUrls()
