import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SiteConfig, siteConfig } from '@coldkeep/contract/config'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import * as z from 'zod/mini'

const FILE = 'site.json'

const standard: SiteConfig = {
  url: '',
  port: '',
  title: 'Coldkeep',
  color_nav: '#12263A',
  color_button: '#1B5FAA',
  color_error: '#C4271B',
  vendor_icon: '',
  vendor_title: 'Coldkeep',
  languages: [
    { title: 'English', value: 'en' },
    { title: '日本語', value: 'ja' },
    { title: '简体中文', value: 'zh-CN' },
    { title: '繁體中文', value: 'zh-TW' },
  ],
}

const overrides = z.strictObject(z.partial(siteConfig).def.shape)

/**
 * Branding and languages: the product's own, changed by what `site.json` in the data folder holds.
 * The problem names the file and the field.
 */
export function readSiteConfig(dataFolder: string): Result<SiteConfig, string> {
  const path = join(dataFolder, FILE)
  if (!existsSync(path)) return ok(standard)
  const parsed = parseSiteConfig(readFileSync(path, 'utf8'))
  return parsed.ok ? parsed : fail(`${path}: ${parsed.problem}`)
}

export function parseSiteConfig(text: string): Result<SiteConfig, string> {
  const parsed = overrides.safeParse(jsonOf(text))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const field = issue?.path.join('.') ?? ''
    return fail(
      field === '' ? 'expected an object with fields of /config.json' : `the field ${field} is wrong`,
    )
  }
  const site = { ...standard, ...parsed.data }
  const address = site.port === '' ? site.url : `${site.url}:${site.port}`
  if (site.url !== '' && !URL.canParse(address)) return fail('url and port are no address')
  return site.languages.length === 0 ? fail('the field languages is empty') : ok(site)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
