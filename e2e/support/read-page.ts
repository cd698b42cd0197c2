import type { Page } from 'playwright-core'

/** Every text that a reader sees or hears on the current page: words, names, hints. */
export function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const isRead = node.parentElement?.closest('script, noscript, style, template') === null
      if (isRead) texts.push(node.textContent ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
        texts.push(element.getAttribute(name) ?? '')
      }
    }
    return [document.title, ...texts].map((text) => text.trim()).filter((text) => text !== '')
  })
}

/** Buttons, tabs, headings and labels whose words do not fit into them, and the page if it is wider than the screen. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isCut = (element: Element) =>
      element.clientWidth > 0 &&
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).overflowX !== 'visible'
    const isScreenReaderOnly = (element: Element) => getComputedStyle(element).clipPath === 'inset(50%)'
    const named = 'button, [role="tab"], h1, h2, h3, th, dt, label, legend, nav a'
    const cut: string[] = []
    for (const element of document.querySelectorAll(named)) {
      const isHiddenOnPurpose = element.closest('.visually-hidden, [aria-hidden="true"]') !== null
      if (isHiddenOnPurpose || !element.checkVisibility()) continue
      const parts = [element, ...element.querySelectorAll('*')].filter((part) => !isScreenReaderOnly(part))
      if (parts.some(isCut)) cut.push(`${element.tagName.toLowerCase()}: ${element.textContent}`)
    }
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) cut.push(`the page: ${scrollWidth} px on a screen of ${clientWidth} px`)
    return cut
  })
}
