/** As `fetch`, but it says how much of the body has been sent. */
export function watchedUpload(onSent: (share: number) => void): typeof fetch {
  return (address, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, String(address))
      request.responseType = 'blob'
      request.withCredentials = true
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total)
      request.onload = () => resolve(answerOf(request))
      request.onerror = () => reject(new TypeError('no answer'))
      request.onabort = () => reject(signal?.reason)
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body as Blob)
    })
}

const READ = ['content-type', 'retry-after'] as const

function answerOf(request: XMLHttpRequest): Response {
  const headers = READ.flatMap((name) => {
    const value = request.getResponseHeader(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
  const { status, statusText } = request
  return new Response(request.response as Blob, { status, statusText, headers })
}
