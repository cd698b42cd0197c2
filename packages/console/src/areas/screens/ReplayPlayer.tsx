import { fetchScreenSegment } from '@coldkeep/contract/areas/screens'
import type { Channel } from '@novnc/novnc'
import { useCallback, useEffect, useRef, useState } from 'react'
import { readFile } from '../../api/read-file'
import { Button } from '../../kit/Button'
import { LoadFailure } from '../../kit/LoadFailure'
import { useText } from '../../kit/text'
import { clockLength } from './clock-length'
import { loadViewer } from './load-viewer'
import { type Block, playerPrefix, readBlocks } from './recorded-blocks'
import { makeReplay, type Piece } from './replay'
import styles from './screens.module.css'

const speeds = [1, 4, 16] as const
const TICK_MS = 100
/** A step of the keyboard on the bar. */
const STEP_MS = 1_000
/** At its very beginning a recording has only a part of the screen. */
const FIRST_SHOWN_MS = 1_000

export interface ReplayPlayerProps {
  readonly sessionId: string
  readonly screen: { readonly width: number; readonly height: number }
  /** That are as they were recorded, at least one. */
  readonly pieces: readonly Piece[]
  /** Another one plays from there. */
  readonly start: { readonly atMs: number } | null
  readonly label: string
}

/** Plays what a screen showed. */
export function ReplayPlayer({ sessionId, screen, pieces, start, label }: ReplayPlayerProps) {
  const t = useText()
  const { target, show, isBroken } = useReplay(sessionId, screen, pieces)
  const lengthMs = pieces.at(-1)?.toMs ?? 0
  const firstMs = pieces[0]?.fromMs ?? 0
  const [atMs, setAtMs] = useState(Math.min(firstMs + FIRST_SHOWN_MS, lengthMs))
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1)
  useEffect(() => void show(atMs), [show, atMs])
  useEffect(() => {
    if (!isPlaying) return
    let before = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      const passedMs = (now - before) * speed
      before = now
      setAtMs((at) => Math.min(at + passedMs, lengthMs))
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [isPlaying, speed, lengthMs])
  if (isPlaying && atMs >= lengthMs) setPlaying(false)
  const [started, setStarted] = useState(start)
  if (start !== null && start !== started) {
    setStarted(start)
    setAtMs(start.atMs)
    setPlaying(true)
  }
  const play = () => {
    if (!isPlaying && atMs >= lengthMs) setAtMs(firstMs)
    setPlaying(!isPlaying)
  }
  const position = t('screens.positionOf', { at: clockLength(atMs), length: clockLength(lengthMs) })
  return (
    <fieldset className={styles.view} aria-label={t('screens.player')}>
      <div className={styles.frame} data-plain>
        <div
          ref={target}
          className={styles.replay}
          role="img"
          aria-label={t('screens.screenOf', { store: label })}
          style={{ aspectRatio: `${screen.width} / ${screen.height}` }}
        />
      </div>
      {isBroken && <LoadFailure onRetry={() => void show(atMs)} />}
      <div className={styles.transport}>
        <Button icon={isPlaying ? 'pause' : 'play'} onClick={play}>
          {t(isPlaying ? 'screens.pause' : 'screens.play')}
        </Button>
        <input
          type="range"
          className={styles.seek}
          aria-label={t('screens.position')}
          aria-valuetext={position}
          min={firstMs}
          max={Math.max(lengthMs, firstMs + 1)}
          step="any"
          value={atMs}
          onKeyDown={(event) => {
            const step = { ArrowLeft: -STEP_MS, ArrowRight: STEP_MS }[event.key]
            if (step === undefined) return
            event.preventDefault()
            setAtMs(Math.min(Math.max(atMs + step, firstMs), lengthMs))
          }}
          onChange={(event) => setAtMs(Math.min(Number(event.currentTarget.value), lengthMs))}
        />
        <span className={styles.time}>{position}</span>
        <fieldset className={styles.group} aria-label={t('screens.speed')}>
          {speeds.map((one) => (
            <Button key={one} size="small" pressed={speed === one} onClick={() => setSpeed(one)}>
              {t('screens.times', { count: one })}
            </Button>
          ))}
        </fieldset>
      </div>
    </fieldset>
  )
}

/** What noVNC takes for a socket: it is given what was recorded, and what it sends goes nowhere. */
function makeChannel(): Channel {
  return {
    ...{ binaryType: 'arraybuffer', protocol: '', readyState: 'open' },
    ...{ onclose: null, onerror: null, onmessage: null, onopen: null },
    send: () => {},
    close: () => {},
  }
}

/** A viewer that is brought to times of a recording. */
function useReplay(
  sessionId: string,
  { width, height }: ReplayPlayerProps['screen'],
  pieces: readonly Piece[],
) {
  const target = useRef<HTMLDivElement>(null)
  const [replay, setReplay] = useState<ReturnType<typeof makeReplay> | null>(null)
  const [isBroken, setBroken] = useState(false)
  const numbers = pieces.map(({ number }) => number).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: pieces are the same as long as their numbers are
  useEffect(() => {
    let isOver = false
    let end = () => {}
    const begin = async () => {
      const Viewer = await loadViewer()
      if (isOver || target.current === null) return
      const channel = makeChannel()
      const viewer = new Viewer(target.current, channel)
      viewer.viewOnly = true
      viewer.scaleViewport = true
      viewer.background = 'transparent'
      const feed = (bytes: Uint8Array<ArrayBuffer>) => channel.onmessage?.({ data: copyOf(bytes) })
      feed(playerPrefix({ width, height }))
      const load = keeping((number) => loadPiece(sessionId, number))
      setReplay(makeReplay({ pieces, load, feed }))
      end = () => {
        channel.onmessage = null
        viewer.disconnect()
        channel.onclose?.({})
      }
    }
    begin().catch(() => setBroken(true))
    return () => {
      isOver = true
      setReplay(null)
      end()
    }
  }, [sessionId, width, height, numbers])
  const show = useCallback(
    async (atMs: number) => {
      if (replay !== null) setBroken(!(await replay.show(atMs)))
    },
    [replay],
  )
  return { target, show, isBroken }
}

function copyOf(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}

async function loadPiece(sessionId: string, number: number): Promise<readonly Block[] | null> {
  try {
    const packed = await readFile(fetchScreenSegment, { params: { sessionId, number } })
    const unpacked = packed.stream().pipeThrough(new DecompressionStream('gzip'))
    return readBlocks(await new Response(unpacked).arrayBuffer())
  } catch {
    return null
  }
}

/** Keeps the piece that was loaded last; one that could not be loaded is asked for again. */
function keeping(load: (number: number) => Promise<readonly Block[] | null>) {
  let last: { readonly number: number; readonly blocks: Promise<readonly Block[] | null> } | null = null
  return async (number: number) => {
    if (last?.number !== number) last = { number, blocks: load(number) }
    const blocks = await last.blocks
    if (blocks === null && last.number === number) last = null
    return blocks
  }
}
