/** Has the browser fetch a file by its link, with its own progress; the page stays where it is. */
export function fetchFile(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.rel = 'noreferrer'
  document.body.append(link)
  link.click()
  link.remove()
}
