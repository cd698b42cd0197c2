import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { Markdown } from './Markdown'

vi.mock('./use-follow', () => ({
  isOutside: (href: string) => /^https?:/.test(href),
  useFollow: () => () => {},
}))

const shown = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

describe('a text that people wrote', () => {
  test('has paragraphs, lists, emphasis, code and links', () => {
    const html = shown('Look at **this** `A1`:\n\n1. [Alarms](/Alarms?store=12)\n2. done\n')
    expect(html).toContain('<p>Look at <strong>this</strong> <code>A1</code>:</p>')
    expect(html).toMatch(
      /<ol start="1"><li><a href="\/Alarms\?store=12"[^>]*>Alarms<\/a><\/li><li>done<\/li><\/ol>/,
    )
  })

  test.each([
    ['a tag', '<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['a tag in a line', 'a <b onclick=x>b</b>', '&lt;b onclick=x&gt;'],
    ['a script', '<script>alert(1)</script>', '&lt;script&gt;'],
  ])('shows %s as it was typed', (_, text, html) => {
    expect(shown(text)).toContain(html)
    expect(shown(text)).not.toMatch(/<(img|b|script)\b/)
  })

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](//elsewhere.example/a)',
    '[x](data:text/html,a)',
    '[x](vbscript:a)',
  ])('%s leads nowhere', (text) => {
    expect(shown(text)).not.toContain('href')
  })

  test('has no picture of another place', () => {
    expect(shown('![p](https://elsewhere.example/p.png)')).not.toContain('<img')
  })
})
