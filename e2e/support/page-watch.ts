import type { Page } from 'playwright-core'

/** Records what a page complains of while a person would notice nothing. */
export class PageWatch {
  readonly #complaints: string[] = []
  readonly #tolerated: RegExp[] = []

  constructor(page: Page) {
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      this.#complaints.push(`console: ${message.text()} (${message.location().url})`)
    })
    // Uncaught errors and rejections that nothing handles.
    page.on('pageerror', (error) => this.#complaints.push(`uncaught: ${error.stack ?? error.message}`))
    page.on('response', (response) => {
      if (response.status() < 500) return
      this.#complaints.push(`${response.status()} ${response.request().method()} ${response.url()}`)
    })
  }

  /** For walks that provoke a refusal: Chromium reports every status of 400 and above. */
  tolerate(complaint: RegExp): void {
    this.#tolerated.push(complaint)
  }

  complaints(): string[] {
    return this.#complaints.filter((text) => !this.#tolerated.some((pattern) => pattern.test(text)))
  }
}
