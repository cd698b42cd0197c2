import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/**
 * The click of a real link: a plain one stays in the application, every other (middle, with a key held, to another
 * place) is left to the browser.
 */
export function useFollow(href: string | undefined): (event: MouseEvent<Element>) => void {
  const router = useRouter()
  return (event) => {
    const otherWay = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (href === undefined || event.defaultPrevented || isOutside(href) || otherWay) return
    event.preventDefault()
    router.history.push(href)
  }
}

/** A whole address with a scheme leads out of this console. */
export function isOutside(href: string): boolean {
  return /^[a-z]+:/i.test(href)
}
