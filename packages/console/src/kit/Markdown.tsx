import type { MarkedToken, Token, Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { Link } from './Link'
import styles from './Markdown.module.css'
import { isSafeAddress, markdownTokens } from './markdown'

/** A text that people wrote: paragraphs, lists, emphasis, code and links. Pictures and HTML show as what was typed. */
export function Markdown({ text }: { text: string }) {
  return <div className={styles.text}>{blocks(markdownTokens(text))}</div>
}

function blocks(tokens: readonly Token[]): ReactNode {
  return tokens.map((token, index) => <Fragment key={keyOf(token, index)}>{block(token)}</Fragment>)
}

function block(token: Token): ReactNode {
  const known = token as MarkedToken
  switch (known.type) {
    case 'space':
    case 'def':
      return null
    case 'paragraph':
      return <p>{inline(known.tokens)}</p>
    case 'text':
      return inline(known.tokens ?? [known])
    case 'heading':
      return (
        <p>
          <strong>{inline(known.tokens)}</strong>
        </p>
      )
    case 'list':
      return list(known)
    case 'blockquote':
      return <blockquote>{blocks(known.tokens)}</blockquote>
    case 'code':
      return <pre>{known.text}</pre>
    case 'hr':
      return <hr />
    default:
      return <p>{token.raw}</p>
  }
}

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const rows = items.map((item, index) => <li key={keyOf(item, index)}>{blocks(item.tokens)}</li>)
  return ordered ? <ol start={start === '' ? 1 : start}>{rows}</ol> : <ul>{rows}</ul>
}

function inline(tokens: readonly Token[]): ReactNode {
  return tokens.map((token, index) => <Fragment key={keyOf(token, index)}>{phrase(token)}</Fragment>)
}

function phrase(token: Token): ReactNode {
  const known = token as MarkedToken
  switch (known.type) {
    case 'strong':
      return <strong>{inline(known.tokens)}</strong>
    case 'em':
      return <em>{inline(known.tokens)}</em>
    case 'del':
      return <del>{inline(known.tokens)}</del>
    case 'codespan':
      return <code>{known.text}</code>
    case 'br':
      return <br />
    case 'escape':
      return known.text
    case 'text':
      return known.tokens === undefined ? known.text : inline(known.tokens)
    case 'link':
      return isSafeAddress(known.href) ? (
        <Link href={known.href}>{inline(known.tokens)}</Link>
      ) : (
        inline(known.tokens)
      )
    default:
      return token.raw
  }
}

/** The same text may stand in one list twice. */
function keyOf(token: Token, index: number): string {
  return `${index} ${token.type}`
}
