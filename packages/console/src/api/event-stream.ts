/** One event of the service. */
export interface ServerEvent {
  readonly name: string
  readonly text: string
  /** By which the service goes on after it; `null` where it has none. */
  readonly id: string | null
}

/**
 * The events of a stream as they come, until it ends. Comments only keep a line open.
 * @param onReceived is called whenever anything comes, comments included
 */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  onReceived: () => void = () => {},
): AsyncGenerator<ServerEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let rest = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      onReceived()
      const blocks = (rest + part.value.replaceAll('\r', '')).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Lines of `field: value`; several `data` lines are one text of several lines. */
function eventOf(block: string): ServerEvent | null {
  let name = 'message'
  let id: string | null = null
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? []
    if (field === 'event') name = value
    if (field === 'id') id = value
    if (field === 'data') data.push(value)
  }
  return data.length === 0 ? null : { name, text: data.join('\n'), id }
}
