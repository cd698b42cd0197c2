import i18next from 'i18next'
import { registerWorker } from './worker'

/** As the worker calls it. */
const FILES = 'coldkeep-files'
const PAGE = '/'

interface Build {
  /** The script with which its page begins. */
  readonly entry: string
  readonly files: readonly string[]
}

/**
 * Keeps what opens the console without a network: the files of the build that runs in this window, its texts, and last of all
 * its page, so that a page is never kept without its files. Nothing of an account is among them.
 * @param ownEntry the script with which the page of this window began
 */
export async function keepFiles(ownEntry: string): Promise<void> {
  if ((await registerWorker()) === null) return
  const build: Build = await (await fetched('/offline-files.json')).json()
  // another build is out: the window that runs it keeps its files
  if (build.entry !== ownEntry) return
  const cache = await caches.open(FILES)
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  for (const file of build.files) if (!known.has(file)) await cache.put(file, await fetched(file))
  const texts = ['/config.json', `/lang-${i18next.language}.json`]
  for (const file of texts) await cache.put(file, await fetched(file))
  const page = await fetched(PAGE)
  if (!(await page.clone().text()).includes(ownEntry)) return
  await cache.put(PAGE, page)
  const needed = new Set([...build.files, ...texts, PAGE])
  for (const file of known) if (!needed.has(file) && !/^\/lang-/.test(file)) await cache.delete(file)
}

async function fetched(file: string): Promise<Response> {
  const answer = await fetch(file, { cache: file.startsWith('/assets/') ? 'default' : 'no-cache' })
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
  return answer
}
