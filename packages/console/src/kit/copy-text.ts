/**
 * Puts a text on the clipboard.
 * @returns false where the browser does not let it
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // over plain http, as on a shop's own network, browsers keep the clipboard from pages
    return copySelected(text)
  }
}

/** The old way, which takes a field that has the text selected. */
function copySelected(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  ;(before?.parentElement ?? document.body).append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}
