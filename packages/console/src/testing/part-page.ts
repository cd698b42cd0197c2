import type { Language } from '@coldkeep/phrases/translate'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectNoBarriersOn } from '../../../../e2e/support/check-accessible'
import { openContext } from '../../../../e2e/support/launch-browser'
import { PageWatch } from '../../../../e2e/support/page-watch'
import {
  buildScreen,
  ORIGIN,
  prepareBrowser,
  type ScreenFiles,
  type Service,
  serveScreen,
} from './screen-server'

/** What a test of a part is given. */
export interface Part {
  readonly page: Page
  /** Opens the page at an address. */
  open(address?: string): Promise<void>
  /** Fails on any barrier of the page as it is, in light and dark. */
  expectNoBarriers(): Promise<void>
  /** For tests that provoke a refusal; anything else that the page complains of fails the test. */
  tolerate(complaint: RegExp): void
}

export interface PartOptions extends BrowserContextOptions {
  readonly language?: Language
  /** Pages that the account may open. */
  readonly pages?: readonly string[]
  /** The service; a promise that is not kept yet is an answer under way. */
  readonly service?: Service
}

const desktop: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  locale: 'en-GB',
  timezoneId: 'Asia/Taipei',
  colorScheme: 'light',
  reducedMotion: 'reduce',
}

/** A narrow screen with touch. */
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}

/**
 * Tests of a part in a real browser: focus, input methods and layout are the browser's own.
 * @param screen the file of this folder that mounts the part
 */
export function partTest(screen: string) {
  let files: ScreenFiles
  beforeAll(async () => {
    files = await buildScreen(screen)
  })

  return (name: string, steps: (part: Part) => Promise<void>, options: PartOptions = {}): void => {
    test(name, async () => {
      const { language = 'en', pages = [], service = () => ({ status: 404, json: {} }), ...context } = options
      const opened = await openContext({ ...desktop, ...context, baseURL: ORIGIN })
      try {
        const page = await opened.newPage()
        const watch = new PageWatch(page)
        await prepareBrowser(page, pages, language)
        await serveScreen(page, files, service)
        await steps({
          page,
          open: async (address = '/') => {
            await page.goto(address)
            await page.locator('main').waitFor()
          },
          expectNoBarriers: () => expectNoBarriersOn(page),
          tolerate: (complaint) => watch.tolerate(complaint),
        })
        expect(watch.complaints(), 'what the page complained of').toEqual([])
      } finally {
        await opened.close()
      }
    })
  }
}
