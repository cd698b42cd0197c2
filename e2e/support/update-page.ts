import type { Release } from '@coldkeep/contract/mqtt/release-shape'
import type { Locator, Page } from 'playwright-core'

/** A firmware file and its release as a browser sends them. */
export interface FirmwareFile {
  readonly image: BrowserFile
  readonly release: BrowserFile
}

interface BrowserFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

export function firmwareFile(name: string, buffer: Buffer, release: Release): FirmwareFile {
  return {
    image: { name, mimeType: 'application/octet-stream', buffer },
    release: {
      name: `${name}.release.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(release)),
    },
  }
}

/** The page of update jobs, where of the tiny fleet only Alder Street has a terminal of a type. */
export class UpdatePage {
  readonly #page: Page
  readonly #type: string

  constructor(page: Page, type: string) {
    this.#page = page
    this.#type = type
  }

  async upload({ image, release }: FirmwareFile): Promise<void> {
    const files = this.#page
      .getByRole('region', { name: 'Upload a firmware file' })
      .locator('input[type=file]')
    await files.first().setInputFiles(image)
    await files.last().setInputFiles(release)
    await this.#page.getByRole('button', { name: 'Upload', exact: true }).click()
  }

  async release(version: string): Promise<void> {
    await this.#page.getByText(`Chosen: ${version}`).waitFor()
    await this.#page.getByRole('button', { name: `Release ${version}`, exact: true }).click()
    const question = this.#page.getByRole('alertdialog', { name: `Release ${version} for update jobs?` })
    await question.getByRole('button', { name: 'Release' }).click()
    await question.waitFor({ state: 'detached' })
  }

  /** Checks the only place that has such a terminal, and takes all of it at once. */
  async choosePlaces(): Promise<void> {
    const north = this.#page.getByRole('treeitem', { name: 'North, 1 terminal' })
    await north.focus()
    await this.#page.keyboard.press('ArrowRight')
    await this.#page.getByRole('treeitem', { name: 'N001 Alder Street' }).waitFor()
    await this.#page.keyboard.press('Space')
    await this.#page.getByRole('treeitem', { name: 'Frostline, 1 terminal', checked: true }).waitFor()
    await this.#page.getByText('1 store · 1 terminal · 2 devices').first().waitFor()
    await this.#page.getByText(/terminals?: program too old for updates/).waitFor()
    await this.#page.getByRole('button', { name: 'Remove wave 2' }).click()
    await this.#page.getByRole('button', { name: 'Remove wave 1' }).click()
  }

  /** Without waiting for a window. */
  async start(version: string): Promise<void> {
    await this.choosePlaces()
    await this.#page.getByRole('checkbox', { name: 'Only in a time window' }).uncheck()
    await this.#page.getByRole('button', { name: 'Read', exact: true }).click()
    const question = this.#page.getByRole('alertdialog', { name: `Update 1 terminal to ${version}?` })
    await question.getByText('North: 1 store · 1 terminal · 2 devices').waitFor()
    await question.getByText('in 1 wave of 1 terminal · at any time').waitFor()
    await question.getByRole('button', { name: 'Start update' }).click()
    await this.#page.getByRole('heading', { name: `${this.#type} to ${version}` }).waitFor()
  }

  /** Of the table by terminal. */
  row(name: RegExp): Locator {
    return this.#page.getByRole('region', { name: 'By terminal' }).getByRole('row', { name })
  }
}
