import { consoleTexts } from '@coldkeep/phrases/phrases'
import type { Language } from '@coldkeep/phrases/translate'
import react from '@vitejs/plugin-react'
import type { Page, Request, Route } from 'playwright-core'
import { build, type Rolldown } from 'vite'

/** Nothing answers there: every request of the page is answered here. */
export const ORIGIN = 'https://console.test'

/** What the page requested from the service. */
export interface ServiceRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string>>
}

export interface Reply {
  readonly status?: number
  readonly json?: unknown
  /** A stream of events, which ends after them. */
  readonly events?: string
}

export type Service = (request: ServiceRequest) => Reply | Promise<Reply>
export type ScreenFiles = ReadonlyMap<string, Rolldown.OutputAsset | Rolldown.OutputChunk>

/** The script and styles of one screen of this folder, by the addresses under which the page asks for them. */
export async function buildScreen(screen: string): Promise<ScreenFiles> {
  const { NODE_ENV } = process.env
  // Vite builds for development where this says test.
  process.env.NODE_ENV = 'production'
  try {
    return await bundle(screen)
  } finally {
    process.env.NODE_ENV = NODE_ENV
  }
}

async function bundle(screen: string): Promise<ScreenFiles> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    root: `${import.meta.dirname}/../..`,
    plugins: [react()],
    build: {
      write: false,
      minify: false,
      cssCodeSplit: false,
      target: 'es2023',
      modulePreload: false,
      rollupOptions: { input: `${import.meta.dirname}/${screen}` },
    },
  })) as Rolldown.RolldownOutput
  return new Map(built.output.map((file) => [`/${file.fileName}`, file]))
}

/** Stands in for the network of a page: its own files, its texts, and the service. */
export async function serveScreen(page: Page, files: ScreenFiles, service: Service): Promise<void> {
  await page.route('**/*', (route) => answer(route, files, service))
}

/** Signs in and chooses the language before anything of the page runs. */
export async function prepareBrowser(
  page: Page,
  pages: readonly string[],
  language: Language,
): Promise<void> {
  await page.addInitScript(
    ([token, chosen]) => {
      localStorage.setItem('coldkeep.session', JSON.stringify({ token, user: { name: 'Ada' } }))
      localStorage.setItem('coldkeep.language', chosen as string)
    },
    [tokenFor(pages), language],
  )
}

async function answer(route: Route, files: ScreenFiles, service: Service): Promise<void> {
  const request = route.request()
  const { pathname, searchParams } = new URL(request.url())
  const language = /^\/lang-([\w-]+)\.json$/.exec(pathname)?.[1]
  if (language !== undefined) return route.fulfill({ json: consoleTexts(language as Language) })
  const file = files.get(pathname)
  if (file !== undefined) return fulfillFile(route, file)
  if (!pathname.startsWith('/api/')) {
    return route.fulfill({ contentType: 'text/html', body: pageOf([...files.values()]) })
  }
  const {
    status = 200,
    json,
    events,
  } = await service({
    method: request.method(),
    path: pathname,
    query: Object.fromEntries(searchParams),
    body: documentOf(request),
    headers: request.headers(),
  })
  const content = events === undefined ? { json } : { contentType: 'text/event-stream', body: events }
  await route.fulfill({ status, ...content }).catch(() => undefined)
}

/** Bytes that are no document are left out: the browser does not hand over what it reads from a file. */
function documentOf(request: Request): unknown {
  const type = request.headers()['content-type'] ?? ''
  return /^(application\/octet-stream|image\/)/.test(type) ? null : request.postDataJSON()
}

function fulfillFile(route: Route, file: Rolldown.OutputAsset | Rolldown.OutputChunk): Promise<void> {
  if (file.type === 'chunk') return route.fulfill({ contentType: 'text/javascript', body: file.code })
  const contentType = file.fileName.endsWith('.css') ? 'text/css' : 'font/woff2'
  return route.fulfill({ contentType, body: Buffer.from(file.source) })
}

function pageOf(files: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[]): string {
  const entry = files.find((file) => file.type === 'chunk' && file.isEntry)
  const styles = files.filter((file) => file.fileName.endsWith('.css'))
  return `<!doctype html><html lang="en"><head><title>Part</title><link rel="icon" href="data:,">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${styles.map((file) => `<link rel="stylesheet" href="/${file.fileName}">`).join('')}
    </head><body><div id="root"></div><script type="module" src="/${entry?.fileName}"></script></body></html>`
}

/** The console only reads the payload; the service it would be shown to is the test. */
function tokenFor(pages: readonly string[]): string {
  const payload = {
    user_id: '1',
    username: 'ada',
    exp: 4_000_000_000,
    email: 'ada@example.com',
    page_auth: Object.fromEntries(pages.map((key) => [key, true])),
    page_grants: pages,
  }
  return `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.`
}
