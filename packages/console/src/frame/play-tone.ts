/** Two notes, the second lower. */
const NOTES_HZ = [880, 660] as const
const NOTE_S = 0.18
const LOUDNESS = 0.2
/** A browser that was not touched yet holds sound back; a call that is older than this is not made up for. */
const WAIT_MS = 1_000

let context: AudioContext | null = null

/** A short call. Browsers stay silent before the first touch or key on the page. */
export function playTone(): void {
  const requestedAt = Date.now()
  context ??= new AudioContext()
  const at = context
  void at.resume().then(() => {
    if (Date.now() - requestedAt > WAIT_MS) return
    for (const [index, hz] of NOTES_HZ.entries()) playNote(at, hz, at.currentTime + index * NOTE_S)
  })
}

function playNote(at: AudioContext, hz: number, from: number): void {
  const note = new OscillatorNode(at, { frequency: hz })
  const gain = new GainNode(at, { gain: 0 })
  // rises and falls softly, without a click
  gain.gain.setValueAtTime(0, from)
  gain.gain.linearRampToValueAtTime(LOUDNESS, from + 0.02)
  gain.gain.linearRampToValueAtTime(0, from + NOTE_S)
  note.connect(gain).connect(at.destination)
  note.start(from)
  note.stop(from + NOTE_S)
}
