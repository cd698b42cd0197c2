import { startPhrases } from '@coldkeep/phrases/start'
import { isLanguage } from '@coldkeep/phrases/translate'
import { RouterProvider } from '@tanstack/react-router'
import type { Root } from 'react-dom/client'
import { setCaller } from '../api/caller'
import { setServiceAddress } from '../api/transport'
import { KitProvider } from '../kit/KitProvider'
import { applyBranding } from '../site/branding'
import { signedInCaller } from '../site/caller'
import { ConfigProvider, firstLanguage, readConfig, serviceBase } from '../site/config'
import { rememberedLanguage, speak } from '../site/language'
import { setPages } from '../site/pages'
import { followOtherWindows } from '../site/session'
import { FailureWindow } from './FailureWindow'
import { pages } from './pages'
import { router } from './routes'
import { watchVersion } from './version'

/** Configuration, then texts, then the first screen; before that only the splash of the page is seen. */
export async function start(root: Root): Promise<void> {
  try {
    const config = readConfig(await (await fetched('/config.json')).json())
    setServiceAddress(serviceBase(config))
    const colors = { nav: config.color_nav, button: config.color_button, error: config.color_error }
    await applyBranding(colors, document.documentElement).catch(reportError)
    const offered = config.languages.map((language) => language.value)
    await speak(firstLanguage(offered, rememberedLanguage(), navigator.languages))
    setPages(pages)
    setCaller(signedInCaller)
    followOtherWindows()
    watchVersion()
    root.render(
      <ConfigProvider value={config}>
        <KitProvider>
          <RouterProvider router={router} />
          <FailureWindow />
        </KitProvider>
      </ConfigProvider>,
    )
  } catch (error) {
    reportError(error)
    root.render(<StartFailure onRetry={() => void start(root)} />)
  }
}

async function fetched(path: string): Promise<Response> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer
}

/** Self-contained: neither texts nor styles of the kit can be counted on here. */
function StartFailure({ onRetry }: { onRetry: () => void }) {
  const language = firstLanguage(Object.keys(startPhrases), rememberedLanguage(), navigator.languages)
  const words = startPhrases[isLanguage(language) ? language : 'en']
  return (
    <main className="splash" lang={language}>
      <h1>{words.title}</h1>
      <p>{words.text}</p>
      <button type="button" onClick={onRetry}>
        {words.retry}
      </button>
    </main>
  )
}
