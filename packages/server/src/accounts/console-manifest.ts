import type { getManifest } from '@coldkeep/contract/areas/session'
import type { Answer } from '@coldkeep/contract/call'
import type { SiteConfig } from '@coldkeep/contract/config'
import type { Words } from '../wording/words'

/** On a dark ground of its own, whatever the colours of the site. */
const ICON_GROUND = '#12263a'

/** The console as a program of a phone, under the name and in the colour of the site. */
export function consoleManifest(
  site: SiteConfig,
  { language, translate }: Words,
): Answer<typeof getManifest> {
  const icon = (name: string, px: number, purpose: string) => ({
    ...{ src: `/${name}-${px}.png`, sizes: `${px}x${px}`, type: 'image/png', purpose },
  })
  return {
    id: '/',
    name: site.title,
    shortName: site.title,
    lang: language,
    startUrl: '/',
    scope: '/',
    display: 'standalone',
    themeColor: site.color_nav || ICON_GROUND,
    backgroundColor: ICON_GROUND,
    icons: [icon('icon', 192, 'any'), icon('icon', 512, 'any'), icon('icon-maskable', 512, 'maskable')],
    shortcuts: [
      { name: translate('shell.pages.repair'), url: '/_44_' },
      { name: translate('shell.pages.upkeep'), url: '/_43_' },
    ],
  }
}
