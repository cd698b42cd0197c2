import type { ComponentProps, MouseEvent } from 'react'
import button from './Button.module.css'
import styles from './Link.module.css'
import { isOutside, useFollow } from './use-follow'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** An address of this console, or a whole address of another place, which opens in a new tab. */
  readonly href: string
  /** `plain` takes colour and line from around it, `button` is as high as a small button. */
  readonly look?: 'link' | 'plain' | 'button'
}

/** A real link: middle click, copy and open in a new tab work; a plain click stays in the application. */
export function Link({ href, look = 'link', onClick, className, ...rest }: LinkProps) {
  const follow = useFollow(href)
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    follow(event)
  }
  const classes = [look === 'link' && styles.link, look === 'button' && button.button, className]
    .filter(Boolean)
    .join(' ')
  return (
    <a
      {...rest}
      href={href}
      className={classes || undefined}
      data-size={look === 'button' ? 'small' : undefined}
      onClick={press}
      {...(isOutside(href) && { target: '_blank', rel: 'noreferrer' })}
    />
  )
}
