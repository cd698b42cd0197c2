import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of a box: settings, credential, and next to them its data. */
export class BoxFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'coldkeep-box-'))

  /** @returns where the settings lie */
  write(settings: unknown, secret: string): string {
    this.put('credential', secret, 0o600)
    return this.put('settings.json', typeof settings === 'string' ? settings : JSON.stringify(settings))
  }

  put(name: string, content: string, mode = 0o644): string {
    const path = join(this.path, name)
    writeFileSync(path, content)
    chmodSync(path, mode)
    return path
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}
